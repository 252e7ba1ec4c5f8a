import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './engines';

/** The parts of scripts/red.mjs that are used here. */
export interface RedScript {
  quietSettings(options: { port: number; adminRoot?: string; nodeRoot?: string; extra: string }): string;
  makeUserDirectory(
    directory: string,
    options: { settings: string; flows: readonly object[]; modules?: Readonly<Record<string, string>> },
  ): void;
  startNodeRed(
    directory: string,
    options?: { readonly node: string; readonly script: string },
  ): Promise<{ readonly child: ChildProcess; readonly lines: readonly string[]; stop(): Promise<void> }>;
}

export async function redScript(): Promise<RedScript> {
  return (await import(pathToFileURL(join(root, 'scripts/red.mjs')).href)) as RedScript;
}
