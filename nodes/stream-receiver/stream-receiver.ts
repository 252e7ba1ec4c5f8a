import type { NodeAPI } from 'node-red';
import { defineNode, startStreamReceiver } from '../../src/flow';
import { fields } from './stream-receiver.fields';

/** Receives what devices push through a stream: verified, once, typed. spec 6.2 */
export default function streamReceiver(RED: NodeAPI): void {
  defineNode(RED, 'stream-receiver', fields, startStreamReceiver);
}
