import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rehearsal, StoredNode } from '../../src/rehearsal';
import { midnight, rehearsed } from './rehearsed';

/** What a function node can reach of the process that it runs in, by a well-known way out of its context. */
const outerProcess = `const process = console.log.constructor('return process')(); const { require } = process.mainModule;`;

/** Ways out, each as the code of a function node; \`PORT\` and \`FILE\` are put in. */
const waysOut: Readonly<Record<string, string>> = {
  'a request by fetch': `${outerProcess} await process.constructor.constructor('return fetch')()('http://127.0.0.1:PORT/')`,
  'a connection': `${outerProcess} require('net').connect(PORT, '127.0.0.1')`,
  'a socket of its own': `${outerProcess} new (require('net').Socket)().connect(PORT, '127.0.0.1')`,
  'an HTTP request': `${outerProcess} require('http').get('http://127.0.0.1:PORT/')`,
  'an HTTPS request': `${outerProcess} require('https').get('https://127.0.0.1:PORT/')`,
  'a TLS connection': `${outerProcess} require('tls').connect(PORT, '127.0.0.1')`,
  'an HTTP/2 connection': `${outerProcess} require('http2').connect('http://127.0.0.1:PORT')`,
  'a UDP socket': `${outerProcess} require('dgram').createSocket('udp4')`,
  'a lookup of a name': `${outerProcess} require('dns').lookup('secret.example', () => {})`,
  'a query of a name server': `${outerProcess} new (require('dns').Resolver)()`,
  'a program': `${outerProcess} require('child_process').execSync('touch FILE')`,
  'a program that is not waited for': `${outerProcess} require('child_process').spawn('touch', ['FILE'])`,
  'a thread': `${outerProcess} new (require('worker_threads').Worker)('1', { eval: true })`,
  'a file that is written': `${outerProcess} require('fs').writeFileSync('FILE', 'x')`,
  'a file that is written later': `${outerProcess} await require('fs').promises.writeFile('FILE', 'x')`,
  'a file that is appended to': `${outerProcess} require('fs').appendFileSync('FILE', 'x')`,
  'a stream to a file': `${outerProcess} require('fs').createWriteStream('FILE')`,
  'a directory': `${outerProcess} require('fs').mkdirSync('FILE')`,
  'a link': `${outerProcess} require('fs').symlinkSync('/etc/passwd', 'FILE')`,
  'a file that is read': `${outerProcess} require('fs').readFileSync('/etc/passwd')`,
  'a directory that is read': `${outerProcess} require('fs').readdirSync('/home')`,
  'the end of the process': `${outerProcess} process.exit(0)`,
  'a signal': `${outerProcess} process.kill(process.ppid)`,
  'native code': `${outerProcess} process.dlopen({ exports: {} }, 'FILE')`,
  'the bindings of Node': `${outerProcess} process.binding('fs')`,
  'a module by the process': `${outerProcess} process.getBuiltinModule('fs')`,
  'another directory': `${outerProcess} process.chdir('/')`,
  'the debugger': `${outerProcess} require('inspector').open()`,
  'a promise of a name': `${outerProcess} await require('dns').promises.lookup('secret.example')`,
  'a name server by promises': `${outerProcess} new (require('dns/promises').Resolver)()`,
  'a module by its loader': `${outerProcess} process.mainModule.constructor._load('child_process').execSync('touch FILE')`,
  'a require that is made anew': `${outerProcess} require('module').createRequire('/')('fs').writeFileSync('FILE', 'x')`,
  'a process of a cluster': `${outerProcess} require('cluster').fork()`,
  'a copy of a file': `${outerProcess} require('fs').copyFileSync('/etc/passwd', 'FILE')`,
  'a file that is opened': `${outerProcess} require('fs').openSync('FILE', 'w')`,
  'a stream that is constructed': `${outerProcess} await new Promise((_, no) => new (require('fs').WriteStream)('FILE').on('error', no))`,
  'a file that is required': `${outerProcess} require('/etc/passwd')`,
  'a heap snapshot': `${outerProcess} require('v8').writeHeapSnapshot('FILE')`,
  'flags of the engine': `${outerProcess} require('v8').setFlagsFromString('--allow-natives-syntax')`,
  'a report of the process': `${outerProcess} process.report.writeReport('FILE')`,
  'a file of the environment': `${outerProcess} process.loadEnvFile('/etc/environment')`,
  'a server on all addresses': `${outerProcess} require('net').createServer().listen('/tmp/socket')`,
};

describe('a rehearsed flow that tries to get out', function () {
  this.timeout(120_000);
  const file = join(tmpdir(), `breakerflow-escaped-${process.pid}`);
  let rehearsal: Rehearsal;
  let connections = 0;

  before(async () => {
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    process.env.BREAKERFLOW_API_KEY = 'secret-of-the-parent';
    const flow: StoredNode[] = [
      { id: 't', type: 'tab' },
      {
        ...{ id: 'a', type: 'breaker-account', mode: 'service', baseUrl: 'https://service.example', name: 'real' },
        credentials: { apiKey: 'secret-of-the-flow' },
      },
      {
        ...{ id: 'i', type: 'inject', z: 't', once: true, onceDelay: 0.1, repeat: '', crontab: '', props: [] },
        wires: [[...Object.keys(waysOut), 'environment', 'credentials']],
      },
      ...Object.entries(waysOut).map(([id, code]) =>
        functionNode(id, code.replaceAll('PORT', port).replaceAll('FILE', file)),
      ),
      functionNode('environment', `${outerProcess} node.warn(JSON.stringify(process.env))`),
      functionNode('credentials', `${outerProcess} node.warn(JSON.stringify(RED.nodes?.getNode?.('a') ?? 'nothing'))`),
    ];
    rehearsal = await rehearsed({ flow, scenario: { start: midnight, hours: 0.05 } });
    delete process.env.BREAKERFLOW_API_KEY;
    await new Promise((resolve) => server.close(resolve));
  });
  after(() => rmSync(file, { force: true, recursive: true }));

  it('touches nothing outside, and the rehearsal comes to its end', () => {
    assert.equal(rehearsal.result.early, undefined);
    assert.equal(connections, 0);
    assert.equal(existsSync(file), false);
  });

  for (const way of Object.keys(waysOut))
    it(`is told: ${way}`, () => {
      const { events } = rehearsal.result;
      const errors = events.flatMap((event) => (event.kind === 'error' && event.node.id === way ? [event.text] : []));
      assert.match(errors.join(), /a rehearsal touches nothing outside/);
    });

  it('is told as a finding for every try', () => {
    const tries = rehearsal.result.events.filter(({ kind }) => kind === 'fence');
    assert(tries.length >= Object.keys(waysOut).length, `${tries.length} tries`);
    assert(rehearsal.findings.some(({ rule }) => rule === 'tried-to-leave'));
  });

  it('finds no secret: neither of the environment nor of the flow', () => {
    const all = JSON.stringify(rehearsal);
    assert.doesNotMatch(all, /secret-of-the/);
    const shown = rehearsal.result.events.filter((event) => event.kind === 'debug');
    assert(shown.length >= 1, 'the environment was shown');
  });
});

function functionNode(id: string, func: string): StoredNode {
  return { id, type: 'function', z: 't', x: 0, y: 0, name: id, func, outputs: 0, libs: [], wires: [] };
}
