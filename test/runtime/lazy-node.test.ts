import assert from 'node:assert/strict';
import type { NodeAPI } from 'node-red';
import { type LazyNode, lazyNode } from '../../src/runtime/lazy-node';

type Layer = (request: object, response: object, next: () => void) => void;
type Constructor = new (definition: object) => object;

/** A Node-RED that only registers. */
function recordingRuntime() {
  const types = new Map<string, { readonly construct: Constructor; readonly options: object }>();
  const layers: { readonly path: string; readonly layer: Layer }[] = [];
  const RED = {
    settings: { userDir: '/somewhere' },
    httpAdmin: { use: (path: string, layer: Layer) => layers.push({ path, layer }) },
    nodes: {
      createNode: () => undefined,
      registerType: (type: string, construct: Constructor, options: object) => types.set(type, { construct, options }),
    },
  };
  return { RED: RED as unknown as NodeAPI, types, layers };
}

const node: LazyNode = { type: 'a-node', credentials: { key: { type: 'password' } } };

describe('a node that is loaded on first use', () => {
  let loads = 0;
  let seen: { userDir?: unknown; definition?: object; self?: object } = {};
  beforeEach(() => {
    loads = 0;
    seen = {};
  });
  const load = () => {
    loads += 1;
    return (RED: NodeAPI) => {
      RED.nodes.registerType('a-node', function (this: object, definition: object) {
        seen = { userDir: RED.settings.userDir, definition, self: this };
      } as never);
    };
  };

  it('registers its type and credentials without loading anything', () => {
    const { RED, types, layers } = recordingRuntime();
    lazyNode(node, load)(RED);
    assert.deepEqual(types.get('a-node')?.options, { credentials: { key: { type: 'password' } } });
    assert.equal(layers.length, 0);
    assert.equal(loads, 0);
  });

  it('is loaded once, with the first node, and constructs on that node with the same Node-RED', () => {
    const { RED, types } = recordingRuntime();
    lazyNode(node, load)(RED);
    const { construct } = types.get('a-node') ?? assert.fail('not registered');
    const made = new construct({ id: '1' });
    assert.deepEqual(seen, { userDir: '/somewhere', definition: { id: '1' }, self: made });
    new construct({ id: '2' });
    assert.equal(loads, 1);
    assert.equal(types.size, 1);
  });

  it('is loaded by the first request to its admin routes, which is then handled', () => {
    const { RED, layers } = recordingRuntime();
    lazyNode({ ...node, adminPath: '/a' }, load)(RED);
    const [{ path, layer } = assert.fail('no layer')] = layers;
    assert.equal(path, '/a');
    let passed = 0;
    for (const _ of [1, 2]) layer({}, {}, () => passed++);
    assert.deepEqual([loads, passed], [1, 2]);
  });

  it('reports a module that registers nothing', () => {
    const { RED, types } = recordingRuntime();
    lazyNode(node, () => () => undefined)(RED);
    const { construct } = types.get('a-node') ?? assert.fail('not registered');
    assert.throws(() => new construct({}), /registered no node/);
  });
});
