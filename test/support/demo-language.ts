import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FlowNode } from './node-red-test-helper';
import { packageRoot } from './node-texts';

/** scripts/demo-language.mjs: how `npm start` puts the demo site into a language. */
export interface DemoLanguage {
  readonly demoLanguages: readonly string[];
  textsOfFlow(flow: readonly FlowNode[]): readonly string[];
  demoIn(language: string | undefined, flow: readonly FlowNode[]): FlowNode[];
  demoLanguage(args: readonly string[], locale?: string): string | undefined;
}

export async function demoLanguageScript(): Promise<DemoLanguage> {
  return (await import(pathToFileURL(join(packageRoot, 'scripts', 'demo-language.mjs')).href)) as DemoLanguage;
}

/** The texts of the demo site: a row for each English one, its translations by language. */
export const demoTexts = JSON.parse(readFileSync(join(packageRoot, 'scripts', 'demo-texts.json'), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
