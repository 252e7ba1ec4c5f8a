import type { Node, NodeAPI, NodeDef } from 'node-red';

/** A node that does nothing but refuse: what a burst of messages costs Node-RED itself. */
export = (RED: NodeAPI): void => {
  RED.nodes.registerType('only-error', function (this: Node, definition: NodeDef) {
    RED.nodes.createNode(this, definition);
    this.on('input', (_msg, _send, done) => done(new Error('refused')));
  });
};
