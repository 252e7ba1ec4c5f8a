// `npm run docs` serves the pages of docs as a site; `build` writes it to .out/site, and fails for a dead link.
import { installMissing, root } from './install.mjs';

installMissing();
const { build, createServer } = await import('vitepress');
if (process.argv.includes('build')) await build(`${root}docs`);
else {
  const server = await createServer(`${root}docs`, { host: '127.0.0.1', port: Number(process.env.PORT ?? 5173) });
  await server.listen();
  server.printUrls();
}
