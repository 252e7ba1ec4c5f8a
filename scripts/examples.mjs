import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './install.mjs';

const examplesDirectory = `${root}examples`;

/** Every example: its file, the name of its page, its flow, its title, and what its tab says. */
export function readExamples() {
  return readdirSync(examplesDirectory, { recursive: true })
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => {
      const flow = JSON.parse(readFileSync(join(examplesDirectory, path), 'utf8'));
      const { label, info, env = [] } = flow.find(({ type }) => type === 'tab');
      // The first line is the heading; paragraphs have blank lines between them.
      const [, ...lines] = info.split('\n').filter((line) => line !== '');
      return {
        path,
        slug: basename(path, '.json').replace(/^\d+-/, ''),
        folder: dirname(path),
        flow,
        title: label,
        env,
        about: lines.filter((line) => !isToChange(line)),
        toChange: lines.filter(isToChange),
      };
    });
}

const isToChange = (line) => /^To (change|use your own)\b/.test(line);
