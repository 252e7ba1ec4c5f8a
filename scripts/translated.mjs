import { writeFileSync } from 'node:fs';
import { helpSource } from './help.mjs';
import { blockHash, helpBlocks, translatedFile, translatedFrom } from './help-blocks.mjs';
import { readJson, root } from './install.mjs';

// npm run translated -- de circuit-watch: says that this help in this language is what the English one is now.
const [language, ...named] = process.argv.slice(2);
const all = Object.keys(readJson(`${root}package.json`)['node-red'].nodes);
if (language === undefined || !named.every((type) => all.includes(type)))
  throw new Error(`npm run translated -- <language> [node type ...]; node types: ${all.join(', ')}`);

for (const type of named.length > 0 ? named : all) {
  const hashes = helpBlocks(helpSource(type)).map(blockHash);
  const blocks = helpBlocks(helpSource(type, language));
  if (blocks.length !== hashes.length)
    throw new Error(
      `${type} (${language}): ${blocks.length} blocks in place of the ${hashes.length} of the English help`,
    );
  const known = { ...translatedFrom(type), [language]: hashes.join(' ') };
  const rows = Object.entries(known)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, list]) => `  ${JSON.stringify(key)}: ${JSON.stringify(list)}`);
  writeFileSync(translatedFile(type), `{\n${rows.join(',\n')}\n}\n`);
  console.log(`${type}: ${language} is translated`);
}
