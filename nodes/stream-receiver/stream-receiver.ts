import type { NodeAPI } from 'node-red';
import { defineNode } from '../../src/runtime';
import { startQueueWorker } from './start-queue-worker';
import { startStreamReceiver } from './start-stream-receiver';
import { fields } from './stream-receiver.fields';

/** Receives what devices push through a stream, or what a receiver has put into a queue: verified, once, typed. spec 6.2 */
export default function streamReceiver(RED: NodeAPI): void {
  defineNode(RED, 'stream-receiver', fields, (context) =>
    context.config.format === 'queue' ? startQueueWorker(context) : startStreamReceiver(context),
  );
}
