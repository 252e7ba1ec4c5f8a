import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import breakerDirectory from '../../nodes/breaker-directory/breaker-directory';
import { type Circuit, replaceDevice } from '../../src/directory';
import { flowAround, serviceAccount, startRuntime, withTexts } from '../support/runtime';
import type { SimulatedService } from '../support/simulated-service';
import { settled } from '../support/turn-clock';
import { createModel, type Happening, labels, names, type Word } from './circuit-happenings';

/** A message, and what it meant when it arrived. */
interface Sent {
  readonly atMs: number;
  readonly words: readonly Word[];
  /** The devices that each word fitted. */
  readonly fits: readonly (readonly number[])[];
  /** All of these devices had rows. */
  readonly inRows: boolean;
  readonly criticalAtFirst: boolean;
  /** Became critical before the message ended. */
  criticalSince: boolean;
}

/** A command that the service received. */
interface Arrival {
  readonly tag: number;
  readonly device: number;
  readonly isCritical: boolean;
  /** What the message would mean if it came only now. */
  readonly meantNow: readonly number[];
  readonly atMs: number;
}

/** A house whose circuits people name and rename, with one node that operates what its messages name. */
export async function startNamedHouse(service: SimulatedService) {
  const { clock } = service;
  const { account, credentials } = serviceAccount(service, { startMute: 5, commandSpacing: 10, commandExpiry: 30 });
  const ids = labels.map((label) => service.device(label));
  const client = service.client();
  const serials: string[] = [];
  for (const deviceId of ids)
    serials.push((await client.call('devices.get', { path: { deviceId } })).data.serialNumber ?? '');
  const model = createModel();
  let circuits: readonly Circuit[] = [];
  let deployed = JSON.stringify(circuits);

  const flow = () =>
    flowAround(
      {
        type: 'breaker-control',
        account: 'account',
        target: 'value',
        device: 'deviceId',
        deviceType: 'msg',
        action: 'value',
        command: 'command',
        commandType: 'msg',
        reason: 'reason',
        reasonType: 'msg',
        confirmClose: false,
      },
      account,
      { id: 'directory', type: 'breaker-directory', account: 'account', circuits },
    );
  const red = await startRuntime({
    clock,
    flow: flow(),
    credentials,
    nodes: [withTexts(breakerDirectory)],
  });
  const nodes = ['n', 'account', 'outputs', 'caught'].map((id) => red.node(id));
  const messages: Sent[] = [];
  const arrivals: Arrival[] = [];

  const tagOf = (msg: object) => Number('tag' in msg ? msg.tag : undefined);
  const errorOf = (tag: number) => red.caught.find((msg) => tagOf(msg) === tag)?.error;
  const hasEnded = (tag: number) => errorOf(tag) !== undefined || red.completed.some((msg) => tagOf(msg) === tag);

  function noteCritical(): void {
    messages.forEach((message, tag) => {
      if (!hasEnded(tag)) message.criticalSince ||= message.fits.flat().some(model.isCritical);
    });
  }

  const onRequest = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const [, id] = /\/devices\/([^/]+)\/breaker\/remoteHandle\/position$/.exec(request.url ?? '') ?? [];
    if (request.method !== 'POST' || id === undefined) return;
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const tag = Number((JSON.parse(body) as { reason: string }).reason.slice(1));
      const device = ids.findIndex((own) => own.toLowerCase() === id.toLowerCase());
      arrivals.push({
        tag,
        device,
        isCritical: model.isCritical(device),
        meantNow: messages[tag]?.words.flatMap(model.fits) ?? [],
        atMs: clock.monotonicMs(),
      });
    });
  };
  subscribe('http.server.request.start', onRequest);

  function textOf({ kind, of, spelling }: Word): string {
    if (kind === 'name') return names[of]?.[spelling] ?? assert.fail();
    const text = (kind === 'id' ? ids : serials)[of] ?? assert.fail();
    return spelling === 1 ? text.toUpperCase() : text;
  }

  async function turn(ms: number): Promise<void> {
    const endMs = clock.monotonicMs() + ms;
    for (;;) {
      await settled();
      const leftMs = endMs - clock.monotonicMs();
      const nextMs = clock.nextTimerMs() ?? Number.POSITIVE_INFINITY;
      await clock.advance(Math.min(nextMs, leftMs));
      if (nextMs > leftMs) return settled();
    }
  }

  async function deploy(next: readonly Circuit[]): Promise<void> {
    circuits = next;
    if (JSON.stringify(circuits) === deployed) return;
    deployed = JSON.stringify(circuits);
    const before = arrivals.length;
    await red.deploy(flow(), 'nodes');
    await settled();
    assert.equal(arrivals.length, before, 'a deploy of the directory has sent a command');
    noteCritical();
    for (const node of nodes) assert.equal(red.node(node.id), node, `${node.id} was started anew`);
  }

  const known = (device: number) => ({ id: ids[device] ?? '', serialNumber: serials[device] ?? '' });
  const isRowOf = (device: number) => (row: Circuit) =>
    row.deviceId.toLowerCase() === (ids[device] ?? '').toLowerCase();
  function changed(device: number, change: Partial<Circuit>): Circuit[] {
    const { id: deviceId, serialNumber } = known(device);
    const row = { deviceId, serialNumber, name: '' };
    return circuits.some(isRowOf(device))
      ? circuits.map((one) => (isRowOf(device)(one) ? { ...one, ...change } : one))
      : [...circuits, { ...row, ...change }];
  }
  const nameOf = (device: number) => circuits.find(isRowOf(device))?.name ?? '';

  return {
    red,
    messages,
    arrivals,
    errorOf,
    hasEnded,
    turn,
    async change(one: Exclude<Happening, { readonly kind: 'message' | 'turn' }>): Promise<void> {
      await settled();
      const { device } = one;
      switch (one.kind) {
        case 'rename':
          model.set(device, { word: one.to });
          return deploy(changed(device, { name: textOf(one.to).trim() }));
        case 'swap': {
          if (!model.has(device) || !model.has(one.other)) return;
          const [own, other] = [model.rowOf(device).word, model.rowOf(one.other).word];
          if (own === undefined || other === undefined) return;
          model.set(device, { word: other });
          model.set(one.other, { word: own });
          const [ownName, otherName] = [nameOf(device), nameOf(one.other)];
          circuits = changed(device, { name: otherName });
          return deploy(changed(one.other, { name: ownName }));
        }
        case 'replace': {
          const [old, taken] = [model.rowOf(device), model.rowOf(one.other)];
          const refused = !model.has(device) || device === one.other || taken.word !== undefined;
          const done = replaceDevice(circuits, ids[device] ?? '', known(one.other));
          assert.equal('problem' in done, refused);
          if ('problem' in done) return;
          model.remove(device);
          model.set(one.other, { ...old, critical: old.critical || taken.critical });
          return deploy(done.circuits);
        }
        case 'remove':
          model.remove(device);
          return deploy(circuits.filter((row) => !isRowOf(device)(row)));
        case 'critical':
          model.set(device, { critical: one.on });
          return deploy(changed(device, { critical: one.on }));
      }
    },
    give(words: readonly Word[], command: 'open' | 'close'): void {
      const fits = words.map(model.fits);
      const inRows = fits.flat().every(model.has);
      const criticalAtFirst = fits.flat().some(model.isCritical);
      const atMs = clock.monotonicMs();
      const tag = messages.push({ atMs, words, fits, inRows, criticalAtFirst, criticalSince: false }) - 1;
      const texts = words.map(textOf);
      red.give({ deviceId: texts.length === 1 ? texts[0] : texts, command, tag, reason: `m${tag}` });
    },
    async close() {
      unsubscribe('http.server.request.start', onRequest);
      await red.stop();
    },
  };
}

export type NamedHouse = Awaited<ReturnType<typeof startNamedHouse>>;
