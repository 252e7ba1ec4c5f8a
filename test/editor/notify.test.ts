import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { packageRoot } from '../support/node-texts';

describe('messages in the editor', () => {
  it('come as text: what the service said is no markup', () => {
    const shown: unknown[] = [];
    const created = (tag: string) => ({
      tag,
      children: [] as unknown[],
      setAttribute() {},
      append(...children: unknown[]) {
        this.children.push(...children);
      },
    });
    const { outputFiles } = buildSync({
      entryPoints: [join(packageRoot, 'src/editor/notify.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'bundle',
    });
    const page = createContext({
      document: { createElement: created },
      RED: { notify: (message: unknown, type: unknown) => shown.push([message, type]) },
    });
    runInContext(`${outputFiles[0]?.text}; bundle.notify('<img src=x onerror=alert(1)>', 'error')`, page);
    const [[message, type]] = shown as [[ReturnType<typeof created>, string]];
    assert.equal(typeof message, 'object');
    assert.deepEqual([message.tag, [...message.children], type], ['p', ['<img src=x onerror=alert(1)>'], 'error']);
  });

  it('come from one place', () => {
    const callers = ['src/editor', 'nodes', 'plugins'].flatMap((directory) =>
      (readdirSync(join(packageRoot, directory), { recursive: true }) as string[])
        .filter((path) => path.endsWith('.ts'))
        .filter((path) => readFileSync(join(packageRoot, directory, path), 'utf8').includes('RED.notify('))
        .map((path) => join(directory, path)),
    );
    assert.deepEqual(callers, [join('src', 'editor', 'notify.ts')]);
  });
});
