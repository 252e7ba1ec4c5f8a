import { existsSync, writeFileSync } from 'node:fs';
import { demoIn, demoLanguage } from './demo-language.mjs';
import { installMissing, root } from './install.mjs';

const language = chosenLanguage();
installMissing();
const { build } = await import('./build.mjs');
const { makeUserDirectory, quietSettings, startNodeRed } = await import('./red.mjs');

const port = Number(process.env.PORT ?? 1880);
const directory = `${root}.demo`;
await build();
const { loadExamples } = await import('./load-example.mjs');
// Node-RED itself takes the language from variables that Windows does not have.
const settings = quietSettings({ port, extra: language === undefined ? '' : `lang: '${language}',` });
// What the user made in the demo stays; `npm start -- --fresh` begins anew, also in another language.
if (!existsSync(`${directory}/flows.json`) || process.argv.includes('--fresh'))
  makeUserDirectory(directory, {
    settings,
    flows: demoIn(language, await loadExamples(['dashboard/01-demo-site'])),
    modules: { '@flowfuse/node-red-dashboard': `${root}node_modules/@flowfuse/node-red-dashboard` },
  });
// The port may be another one than when the demo was made.
writeFileSync(`${directory}/settings.js`, settings);
const red = await startNodeRed(directory, { onLine: (line) => console.log(line) }).catch(() => {
  console.error(`\nThe demo site did not start. If port ${port} is in use: PORT=1881 npm start`);
  process.exit(1);
});
console.log(
  `\nBreakerflow demo site\n  editor     http://127.0.0.1:${port}/\n  dashboard  http://127.0.0.1:${port}/dashboard\n`,
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => red.stop().then(() => process.exit(0)));

function chosenLanguage() {
  try {
    return demoLanguage(process.argv);
  } catch ({ message }) {
    console.error(message);
    process.exit(1);
  }
}
