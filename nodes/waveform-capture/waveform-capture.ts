import type { NodeAPI } from 'node-red';
import type { Reservation } from '../../src/client';
import { isDryRun } from '../../src/control';
import {
  type Account,
  accountOf,
  createWords,
  defineNode,
  type InputRun,
  invalidInput,
  listCaptures,
  type Message,
  maxReadDevices,
  ownTexts,
  presentDevices,
  resolveTargets,
  sendHistory,
  targetOf,
  tellingRun,
  writeRequestOf,
} from '../../src/runtime';
import { problem } from '../../src/schema';
import { createCaptureInput } from './capture-input';
import { badgeOf, payloadOf } from './capture-result';
import { createCaptureTask, waitMsOf } from './capture-task';
import { tellCapture } from './capture-words';
import type english from './locales/en-US/waveform-capture.json';
import { fields } from './waveform-capture.fields';

type Result = Record<string, unknown>;

/** The most devices whose captures are awaited at once. */
const maxWaitingDevices = 8;

/** Captures, finds and analyses waveforms, and sets the thresholds that trigger captures. spec 2.3, 2.4, 4.3 */
export default function waveformCapture(RED: NodeAPI): void {
  defineNode(RED, 'waveform-capture', fields, ({ node, config, texts, clock, status, started }) => {
    const { action } = config;
    const writes = action === 'capture' || action === 'setThresholds';
    const text = ownTexts<typeof english>(RED, 'waveform-capture');
    const words = createWords({ texts, now: () => clock.now(), zone: config.wordsZone });
    const tell =
      config.words && fields.words.when(config)
        ? tellCapture({ text, texts, words, nodeName: config.name }, action)
        : undefined;
    const input = createCaptureInput(RED, node, config, texts);

    return {
      async input(msg, run) {
        const account = accountOf(RED, config.account);
        // Before anything asynchronous, so that the thresholds keep the order of their messages.
        const reservation = account.reserve();
        if (action !== 'setThresholds') reservation.release();
        await handle(msg, run, account, reservation).finally(() => reservation.release());
      },
    };

    async function handle(msg: Message, run: InputRun, account: Account, reservation: Reservation): Promise<void> {
      const { signal } = run;
      const reply = { RED, status, texts, msg, run: tell === undefined ? run : tellingRun(run, tell) };
      const captureReference = action === 'get' ? await input.capture(msg) : undefined;
      const target =
        captureReference?.deviceId === undefined
          ? await targetOf(RED, node, config, msg)
          : { kind: 'single' as const, deviceId: captureReference.deviceId };
      const query = await input.query(msg);
      const thresholds = action === 'setThresholds' ? await input.thresholds(msg) : {};
      const seriesName = await input.seriesName(msg);
      const maxDevices = writes ? (config.maxDevices ?? account.safety.maxDevices) : maxReadDevices;
      const deviceIds = await resolveTargets(account, target, { maxDevices, circuits: run.circuits, signal });
      if (action === 'get' && deviceIds.length > 1)
        throw invalidInput('a capture is of one device', [problem('device', 'oneDevice', 'must be one device')]);
      if (action === 'wait' && deviceIds.length > maxWaitingDevices)
        throw invalidInput('too many devices', [
          problem('device', 'maxItems', `must be at most ${maxWaitingDevices} devices to wait for`, {
            limit: maxWaitingDevices,
          }),
        ]);
      const client = await account.client();

      if (action === 'list') {
        const times = await input.times(msg, clock.now() + (client.clockSkewMs() ?? 0));
        const size = config.split === 'page' ? (config.pageSize ?? 20) : Number.POSITIVE_INFINITY;
        async function* pagesOf(deviceId: string) {
          const captures = (await listCaptures(client, deviceId, { ...query, ...times }, signal)).slice(
            0,
            config.limit,
          );
          for (let start = 0; start < captures.length; start += size)
            yield captures.slice(start, start + size) as Result[];
        }
        await sendHistory({
          ...reply,
          split: config.split,
          pages: deviceIds.map((deviceId) => ({ deviceId, pages: pagesOf(deviceId) })),
          shape: (_, items) => items,
        });
        return;
      }

      const request = writeRequestOf(config, { msg, run, started, node, reservation });
      const operator = await account.waveforms();
      // No call between here and presentDevices may throw, because only its end releases the entries.
      const entries = action === 'setThresholds' ? account.enterSettings(deviceIds, reservation) : undefined;
      const shared = {
        config,
        texts,
        text,
        clock,
        status,
        namesOf: run.namesOf,
        client,
        operator,
        request: entries === undefined ? request : { ...request, entries },
        query,
        thresholds,
        seriesName,
      };
      const combine = (results: Result[]) => results.flatMap(({ points }) => points ?? []);
      const sendsNothing = action === 'capture' && isDryRun(config, account.safety);
      const isChart = !action.endsWith('Thresholds') && config.output === 'chart' && !sendsNothing;
      await presentDevices({
        ...reply,
        deviceIds,
        single: target.kind === 'single',
        deviceDeadlineMs: 120_000 + waitMsOf(config) + (action === 'setThresholds' ? (request.readBackMs ?? 0) : 0),
        work: createCaptureTask({ ...shared, waveformId: captureReference?.id ?? '' }),
        present: payloadOf,
        ...(isChart ? { combine } : {}),
        badge: badgeOf,
      }).finally(() => entries?.leave());
    }
  });
}
