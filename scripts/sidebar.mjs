import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { readJson, root } from './install.mjs';

const name = 'site-sidebar';

/**
 * Writes the plugin's html, which the editor loads at its start, and the sidebar itself, which it loads when the sidebar is
 * first shown: Node-RED serves it from the package's `resources` folder.
 */
export async function assembleSidebar(bundling, folder, { dist, resources }) {
  const {
    name: packageName,
    'node-red': { plugins },
  } = readJson(`${root}package.json`);
  const sidebar = await bundle({ ...bundling, minify: true, globalName: 'breakerflowSidebar' }, 'src/editor/sidebar');
  writeFileSync(`${resources}${name}.js`, sidebar);
  const version = createHash('sha256').update(sidebar).digest('hex').slice(0, 12);
  const address = `resources/${packageName}/${name}.js?v=${version}`;
  const loader = await bundle(
    { ...bundling, minify: true, define: { sidebarScript: JSON.stringify(address) } },
    `plugins/${name}/${name}.editor`,
  );
  const place = `${folder}${dirname(plugins[name])}/`;
  writeFileSync(`${place}${name}.html`, `<script type="text/javascript">\n${loader}</script>\n`);
  cpSync(`${dist}plugins/${name}/${name}.js`, `${place}${name}.js`);
  copyTexts(`${root}plugins/${name}/locales`, `${place}locales`);
}

/** Without what only people need. */
function copyTexts(from, to) {
  for (const language of readdirSync(from)) {
    mkdirSync(`${to}/${language}`, { recursive: true });
    writeFileSync(`${to}/${language}/${name}.json`, JSON.stringify(readJson(`${from}/${language}/${name}.json`)));
  }
}

async function bundle(options, entry) {
  const { outputFiles } = await build({ ...options, entryPoints: [`${root}${entry}`] });
  return outputFiles[0].text;
}
