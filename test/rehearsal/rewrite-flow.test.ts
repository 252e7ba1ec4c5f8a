import assert from 'node:assert/strict';
import { rewriteFlow, type StoredNode } from '../../src/rehearsal';

const own = new Set(['breaker-account', 'breaker-endpoint', 'breaker-control']);
const node = (type: string, fields: Partial<StoredNode> = {}): StoredNode => ({
  id: 'n',
  type,
  z: 't',
  wires: [],
  ...fields,
});
const rewritten = (stored: StoredNode) => rewriteFlow([stored], own);

describe('rewriting a flow for a rehearsal', () => {
  for (const type of ['inject', 'function', 'switch', 'delay', 'catch', 'breaker-control', 'subflow:abc'])
    it(`lets ${type} run`, () => {
      const { nodes, standIns } = rewritten(node(type));
      assert.equal(nodes[0]?.type, type);
      assert.deepEqual(standIns, []);
    });

  for (const [type, isSource, passesOn] of [
    ['http request', false, true],
    ['exec', false, true],
    ['file', false, true],
    ['mqtt in', true, false],
    ['mqtt out', false, false],
    ['http response', false, false],
    ['e-mail', false, false],
  ] as const)
    it(`puts a stand-in with the same id, name and wires in the place of ${type}`, () => {
      const { nodes, standIns } = rewritten(
        node(type, { name: 'out there', wires: [['m']], secret: 'x', credentials: {} }),
      );
      assert.deepEqual(nodes, [
        { id: 'n', type: 'breakerflow-stand-in', name: 'out there', wires: [['m']], z: 't', standsFor: type, passesOn },
      ]);
      assert.deepEqual(
        standIns.map((one) => [one.type, one.isSource, one.passesOn]),
        [[type, isSource, passesOn]],
      );
    });

  it('puts a stand-in in the place of a function that loads a module with which it could leave', () => {
    const libs = (module: string) => node('function', { libs: [{ var: 'x', module }] });
    assert.deepEqual(rewritten(libs('util')).standIns, []);
    for (const module of ['fs', 'node:net', 'axios', 'child_process'])
      assert.equal(rewritten(libs(module)).standIns[0]?.reason, 'modules', module);
  });

  it('leaves out the settings of what does not run', () => {
    for (const type of ['mqtt-broker', 'tls-config', 'http proxy'])
      assert.deepEqual(rewritten(node(type, { wires: undefined })).nodes, []);
    assert.deepEqual(rewritten({ id: 'n', type: 'influxdb' }).nodes, []);
  });

  it('gives an account of the service a simulated site, and none of its addresses and credentials', () => {
    const account = {
      ...{ id: 'a', type: 'breaker-account', mode: 'service', name: 'home', armed: false, maxDevices: 3 },
      ...{ baseUrl: 'https://api.example', apiKeyHeader: 'Key', ca: 'PEM', credentials: { apiKey: 'secret' } },
    };
    const { nodes, accounts } = rewritten(account);
    assert.deepEqual(nodes[0], {
      ...{ id: 'a', type: 'breaker-account', name: 'home', maxDevices: 3 },
      ...{ mode: 'simulator', site: 'rehearsal a', speed: 1, keepState: false, armed: true },
    });
    assert.deepEqual(accounts, [{ id: 'a', name: 'home', site: 'rehearsal a', seed: undefined, wasUnarmed: true }]);
  });

  it('keeps the site and the seed of a simulator', () => {
    const { accounts } = rewritten({ id: 'a', type: 'breaker-account', mode: 'simulator', site: 'Oak', seed: 7 });
    assert.deepEqual(accounts, [{ id: 'a', name: '', site: 'Oak', seed: 7, wasUnarmed: false }]);
  });

  it('gives an endpoint on the server of Node-RED a free port, without TLS and with its memory in the process', () => {
    const endpoint = { id: 'e', type: 'breaker-endpoint', mount: 'shared', duplicates: 'redis', tls: 't' };
    const { nodes } = rewriteFlow([endpoint, { ...endpoint, id: 'f', mount: 'port', port: 20_001 }], own);
    assert.deepEqual(
      nodes.map(({ mount, port, duplicates, tls }) => [mount, port, duplicates, tls]),
      [
        ['port', 20_002, 'memory', undefined],
        ['port', 20_001, 'memory', undefined],
      ],
    );
  });

  it('changes nothing of the flow that it was given', () => {
    const flow = [node('exec'), { id: 'a', type: 'breaker-account', mode: 'service', baseUrl: 'https://x.example' }];
    const before = structuredClone(flow);
    rewriteFlow(flow, own);
    assert.deepEqual(flow, before);
  });
});
