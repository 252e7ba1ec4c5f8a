import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepting } from '../../bench/harness/recipe';
import { accessKey, secondCredential, serviceHost } from '../receiver/receiver';
import { redScript } from '../scale/red-script';
import { freePort } from '../support/free-port';
import { leaks, type ResourceUse } from './scenario';

export type DeployType = 'full' | 'flows' | 'nodes';

/** A Node-RED with two receivers, one on its own port and one on Node-RED's server, that writes every delivery to a file. */
export interface Subject {
  /** The ports of the receiver on its own port, and of Node-RED's server. */
  readonly port: number;
  readonly sharedPort: number;
  /** The paths of both receivers. */
  readonly paths: { readonly publish: string; readonly validation: string };
  /** The transactionId of every delivered publish, in order, including those of earlier processes. */
  delivered(): string[];
  /** Deploys with a changed node, as a user does. */
  deploy(type: DeployType): Promise<void>;
  /** The resources of the idle process. Waits for those of `before`, because connections and timers end later. */
  resources(before?: ResourceUse, patienceMs?: number): Promise<ResourceUse>;
  /** The errors in Node-RED's log. */
  loggedErrors(): string[];
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const basePath = '/in';
/** Longer than any connection or timer stays after a deploy. */
const settleMs = 6_000;

export async function startSubject(directory: string, duplicates: 'memory' | 'journal'): Promise<Subject> {
  const { quietSettings, makeUserDirectory, startNodeRed } = await redScript();
  const [redPort, port, probePort] = [await freePort(), await freePort(), await freePort()];
  const userDirectory = join(directory, 'red');
  const deliveredFile = join(directory, 'delivered.txt');
  const flows = flowOf(port, duplicates, deliveredFile);
  const extra = `credentialSecret: false,
  functionGlobalContext: { fs: require('node:fs'), probe: require('${join(__dirname, 'probe.js')}').startProbe(${probePort}) },`;
  // Below / the editor would answer 200 instead of the receivers.
  const settings = quietSettings({ port: redPort, adminRoot: '/admin', extra });
  makeUserDirectory(userDirectory, { settings, flows });
  const keys = {
    ...accessKey,
    nextAccessKeyId: secondCredential.accessKeyId,
    nextSecretAccessKey: secondCredential.secretAccessKey,
  };
  writeFileSync(join(userDirectory, 'flows_cred.json'), JSON.stringify({ own: keys, shared: keys }));

  let child: ChildProcess;
  const lines: (readonly string[])[] = [];
  async function start(): Promise<void> {
    const started = await startNodeRed(userDirectory);
    child = started.child;
    lines.push(started.lines);
    // Node-RED logs that the flows have started before every port is open.
    await accepting(port);
  }
  await start();
  let deploys = 0;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  return {
    port,
    sharedPort: redPort,
    paths: { publish: `${basePath}/streams/publish`, validation: `${basePath}/streams/validation` },
    delivered: () => (existsSync(deliveredFile) ? readFileSync(deliveredFile, 'utf8').split('\n').slice(0, -1) : []),
    async deploy(type) {
      deploys += 1;
      const changed = flows.map((node) => (node.id === 'own' ? { ...node, name: `deploy ${deploys}` } : node));
      const answer = await fetch(`http://127.0.0.1:${redPort}/admin/flows`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Node-RED-Deployment-Type': type },
        body: JSON.stringify(changed),
      });
      if (answer.status !== 204) throw new Error(`the deploy was answered with ${answer.status}`);
    },
    async resources(before, patienceMs = 10_000) {
      const endMs = Date.now() + (before === undefined ? settleMs : patienceMs);
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        const current = (await (await fetch(`http://127.0.0.1:${probePort}/`)).json()) as ResourceUse;
        const isBack = before !== undefined && leaks(before, current, Number.POSITIVE_INFINITY).length === 0;
        if (isBack || Date.now() >= endMs) return current;
      }
    },
    loggedErrors: () => lines.flat().filter((line) => /\[error\]|Uncaught|MaxListenersExceeded/.test(line)),
    kill: () => end('SIGKILL'),
    restart: start,
    stop: () => end('SIGTERM'),
  };
}

function flowOf(port: number, duplicates: string, deliveredFile: string): { readonly id: string }[] {
  const position = { z: 'tab', x: 100, y: 100 };
  const endpoint = { type: 'breaker-endpoint', publicUrl: `https://${serviceHost}`, basePath, duplicates };
  const receiver = { ...position, type: 'stream-receiver', register: false, wires: [['write'], [], []] };
  const func = `global.get('fs').appendFileSync(${JSON.stringify(deliveredFile)}, msg.transactionId + '\\n');`;
  const nodes = [
    { id: 'tab', type: 'tab', label: 'Soak' },
    { ...endpoint, id: 'own-endpoint', mount: 'port', port },
    { ...endpoint, id: 'shared-endpoint', mount: 'shared' },
    { ...receiver, id: 'own', endpoint: 'own-endpoint' },
    { ...receiver, id: 'shared', endpoint: 'shared-endpoint' },
    { ...position, id: 'write', type: 'function', outputs: 0, func, wires: [] },
  ];
  return nodes;
}
