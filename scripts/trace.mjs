import { existsSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { text } from 'node:stream/consumers';
import { libraryFolder } from './bundle.mjs';
import { readJson, root } from './install.mjs';

const place = /(?:[\w@.:~/\\-]*[/\\])?((?:bundle|lazy-node)\.js):(\d+):(\d+)/g;

/** A stack trace of the installed package with the files and lines that it was compiled from in place of the bundle's. */
export function traceToSources(trace, folder = `${root}${libraryFolder}`) {
  const maps = new Map();
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, new SourceMap(readJson(`${folder}/${file}.map`)));
    return maps.get(file);
  };
  return trace.replaceAll(place, (found, file, line, column) => {
    // A source map counts from 0, a stack trace from 1.
    const { originalSource, originalLine, originalColumn } = mapOf(file).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    if (originalSource === undefined) return found;
    return `${originalSource.replace(/^(\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

if (import.meta.url === `file://${process.argv[1]}`) {
  if (!existsSync(`${root}${libraryFolder}/bundle.js.map`)) {
    process.stderr.write('Nothing is built: npm run build\n');
    process.exit(2);
  }
  const { version } = readJson(`${root}package.json`);
  if (process.stdin.isTTY)
    process.stderr.write(
      `Paste a stack trace of version ${version}, which this checkout has, and end it with Ctrl+D.\n`,
    );
  process.stdout.write(traceToSources(await text(process.stdin)));
}
