import type { NodeAPI } from 'node-red';
import type { Aside } from '../../src/client';
import { type BreakerResult, parseCommand, readCircuitState } from '../../src/control';
import {
  accountOf,
  createLaterOutcomes,
  defineNode,
  invalidInput,
  type Message,
  presentDevices,
  readableDevices,
  resolveTargets,
  resolveValue,
  targetOf,
  writeRequestOf,
} from '../../src/flow';
import { problem } from '../../src/schema';
import { fields } from './breaker-control.fields';

// 0 would end a timer and leave the breaker open: whoever asks for a time must name one.
function timerSeconds(value: unknown): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds === 'number' && seconds > 0) return seconds;
  throw invalidInput('no time is given', [problem('secondsUntilReset', 'required', 'must be a number above 0')]);
}

/** Opens and closes breakers, and reads their handles and timers. spec 4.3 */
export default function breakerControl(RED: NodeAPI): void {
  defineNode(RED, 'breaker-control', fields, ({ node, config, texts, clock, status, startedAt }) => {
    const later = createLaterOutcomes(RED, node, status, texts);
    const value = (field: 'command' | 'seconds' | 'reason', msg: Message) =>
      resolveValue(RED, node, config[field], msg);

    async function readCommand(msg: Message) {
      const { action } = config;
      if (action === 'open' || action === 'close') return { command: action };
      if (action === 'openFor')
        return { command: 'open' as const, secondsUntilReset: timerSeconds(await value('seconds', msg)) };
      const parsed = parseCommand(await value('command', msg));
      if ('problems' in parsed) throw invalidInput('the message holds no command', parsed.problems);
      return parsed.command;
    }

    async function readReason(msg: Message): Promise<string> {
      const given = await value('reason', msg);
      if (typeof given === 'string' && given !== '') return given;
      const flow = await resolveValue(RED, node, { value: 'NR_FLOW_NAME', source: 'env' }, msg);
      return texts('reason', { flow: flow ?? '', node: node.name || node.type });
    }

    return {
      async input(msg, run) {
        const { action } = config;
        const reply = { RED, status, texts, msg, run };
        const received = config.laterOutput ? RED.util.cloneMessage(msg) : msg;
        const deferred: BreakerResult[] = [];
        const account = accountOf(RED, config.account);
        const target = await targetOf(RED, node, config, msg);
        const command =
          action === 'value' || action.startsWith('open') || action === 'close' ? await readCommand(msg) : undefined;
        const shared = {
          reason:
            command && 'reason' in command && command.reason !== undefined ? command.reason : await readReason(msg),
          ...writeRequestOf(config, { msg, run, startedAt }),
          confirmed: msg.confirm === true,
          confirmClose: config.confirmClose,
          ...(config.openLimit === undefined ? {} : { openLimitA: config.openLimit }),
        };
        const deviceIds = await resolveTargets(account, target, {
          maxDevices: config.maxDevices ?? (action.startsWith('read') ? readableDevices : account.safety.maxDevices),
          hardware: 'emcb',
          signal: run.signal,
        });
        const client = await account.client();
        const operator = await account.operator();
        const options = { signal: run.signal };
        if (command !== undefined) await operator.prepare(deviceIds, shared);

        const work = async (deviceId: string, aside: Aside): Promise<Record<string, unknown>> => {
          const path = { deviceId };
          if (command !== undefined) {
            const result = await operator.operate({ ...shared, ...command, deviceId, reason: shared.reason, aside });
            if (config.laterOutput && result.outcome === 'deferred') deferred.push(result);
            return { ...result };
          }
          if (action === 'cancelTimer') return { ...(await operator.cancelTimer({ ...shared, deviceId, aside })) };
          if (action === 'readTimer')
            return { deviceId, ...(await client.call('remoteHandle.getSecondsUntilReset', { path }, options)).data };
          return {
            deviceId,
            ...(await readCircuitState(client, deviceId, { ...options, aside, clock })),
            at: clock.now(),
          };
        };
        await presentDevices({
          ...reply,
          deviceIds,
          single: target.kind === 'single',
          deviceDeadlineMs: 90_000 + (shared.readBackMs ?? 0),
          work,
        });
        later.follow({ msg: received, operator, deferred, single: target.kind === 'single' });
      },
      close: () => later.close(),
    };
  });
}
