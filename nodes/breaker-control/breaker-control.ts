import type { NodeAPI } from 'node-red';
import { type BreakerResult, isDryRun } from '../../src/control';
import { defined } from '../../src/object';
import {
  type Account,
  accountOf,
  createUnknownTypesWarning,
  createWords,
  defineNode,
  enteredWork,
  type InputRun,
  invalidInput,
  type Message,
  maxReadDevices,
  ownTexts,
  presentDevices,
  resolveDevices,
  resolveTargets,
  stateTroubleLog,
  targetOf,
  tellingRun,
  toldMessage,
  userDirOf,
  withNames,
  writeRequestOf,
} from '../../src/runtime';
import { sceneMemory, takeAlarmMessage } from '../../src/runtime/scenes';
import { problem } from '../../src/schema';
import { actions } from './actions';
import { fields } from './breaker-control.fields';
import { type ControlRequest, readReason, readRequest } from './control-request';
import { tellControl } from './control-words';
import { createControlWork, withState } from './control-work';
import { createLaterOutcomes } from './later-outcomes';
import type english from './locales/en-US/breaker-control.json';
import { muteCountdown } from './mute-countdown';
import { beginsAlarm, checkAlarmAge } from './opening-alarm';
import { runScene } from './scene-input';

/** Opens and closes breakers, locks them open, sets and restores scenes, and reads their handles and timers. spec 4.3 */
export default function breakerControl(RED: NodeAPI): void {
  defineNode(RED, 'breaker-control', fields, ({ node, config, texts, clock, status, started }) => {
    const later = createLaterOutcomes(RED, node, status, texts);
    const context = { RED, node, config, texts };
    const memory = sceneMemory(userDirOf(RED), stateTroubleLog(RED));
    const ownText = ownTexts<typeof english>(RED, 'breaker-control');
    const { opens, reads, byAlarm } = actions[config.action];
    const warnOfUnknownTypes = createUnknownTypesWarning({ node, clock, texts });
    const words = createWords({ texts, now: () => clock.now(), zone: config.wordsZone });
    const teller = { text: ownText, texts, words, nodeName: config.name };

    /** A request to lock or unlock can name one of the node's devices; any other request is for all of them. */
    async function devicesOfRequest(
      request: ControlRequest,
      deviceIds: readonly string[],
      account: Account,
      { circuits, signal }: InputRun,
    ): Promise<readonly string[]> {
      const named = 'deviceId' in request ? request.deviceId : undefined;
      if (named === undefined) return deviceIds;
      const fieldOf = () => request.kind;
      const [deviceId = named] = await resolveDevices(account, [named], { circuits, signal, fieldOf });
      const found = deviceIds.filter((id) => id.toLowerCase() === deviceId.toLowerCase());
      if (found.length === 0)
        throw invalidInput('the device is not one of this node', [
          problem(request.kind, 'enum', 'must be one of the devices that the node operates'),
        ]);
      return found;
    }

    const takeAlarm = (msg: Message, { context: { service }, safety }: Account) =>
      takeAlarmMessage(memory, { nodeId: node.id, service, isDryRun: isDryRun(config, safety) }, msg);

    return {
      opens(msg) {
        if (opens === true || (byAlarm === 'begins' && msg.event === 'alarm')) return openKey(config, msg);
        if (opens === false || byAlarm !== false || config.command.source !== 'msg') return undefined;
        const value: unknown = RED.util.getMessageProperty(msg, config.command.value);
        const word = typeof value === 'object' && value !== null && 'command' in value ? value.command : value;
        return openValues.has(word) ? openKey(config, msg) : undefined;
      },
      async input(msg, run) {
        if (byAlarm === 'begins' && !beginsAlarm(msg)) return;
        const received = config.laterOutput ? RED.util.cloneMessage(msg) : msg;
        const account = accountOf(RED, config.account);
        const alarm = byAlarm === 'lasts' ? takeAlarm(msg, account) : undefined;
        if (alarm?.do === 'nothing') {
          await alarm.saved;
          status.show('fresh', ownText('status.alarms', { count: alarm.lasting }));
          return;
        }
        // Before anything asynchronous: the order of the messages is the order of their commands.
        const reservation = account.reserve();
        const turn = memory.turns(account.context.service).begin();
        const deferred: BreakerResult[] = [];
        const countdown = muteCountdown({ config, account, clock, status, texts, started });
        try {
          await alarm?.saved;
          // A scene is restored where it was set.
          const restores = config.action === 'restoreScene' || (alarm !== undefined && alarm.do !== 'set');
          const target = restores ? undefined : await targetOf(RED, node, config, msg);
          const request = await readRequest(context, msg, alarm);
          if (request.kind !== 'scene') turn.end();
          const tell = config.words ? tellControl(teller, request, isDryRun(config, account.safety)) : undefined;
          const reply = { RED, status, texts, msg, run: tell === undefined ? run : tellingRun(run, tell) };
          if (reads) reservation.release();
          const shared = {
            reason: await readReason(context, request, msg),
            ...writeRequestOf(config, { msg, run, started, reservation, node }),
            confirmed: msg.confirm === true,
            confirmClose: config.confirmClose,
            ...defined({ openLimitA: config.openLimit }),
          };
          const excepted: string[] = [];
          const targetDevices =
            target &&
            (await resolveTargets(account, target, {
              maxDevices: config.maxDevices ?? (reads ? maxReadDevices : account.safety.maxDevices),
              hardware: 'emcb',
              onUnknownType: (ids) => warnOfUnknownTypes(ids, run.namesOf),
              circuits: run.circuits,
              signal: run.signal,
              except: config.target === 'devices' ? [] : config.except,
              onExcepted: (deviceId) => excepted.push(deviceId),
            }));
          const client = await account.client();
          if (byAlarm === 'begins') checkAlarmAge(msg, run.receivedAt + (client.clockSkewMs() ?? 0));
          const operator = await account.operator();
          const onResult = (result: BreakerResult) => {
            if (config.laterOutput && result.outcome === 'deferred') deferred.push(result);
          };
          const { signal } = run;
          const single = target?.kind === 'single';
          const follow = () =>
            later.follow({
              msg: received,
              operator,
              deferred,
              single,
              namesOf: run.namesOf,
              present: (payload) => (tell === undefined ? { payload } : toldMessage(payload, tell(payload))),
              withState: async (result, signal) =>
                withNames(await withState({ client, clock, signal }, result), run.namesOf),
            });
          if (request.kind === 'scene') {
            await runScene({
              ...reply,
              account,
              client,
              operator,
              clock,
              memory,
              request,
              shared,
              deviceIds: targetDevices,
              excepted,
              turn,
              onEntered: () => reservation.release(),
              onResult,
              text: ownText,
            });
            follow();
            return;
          }
          const deviceIds = [...(await devicesOfRequest(request, targetDevices ?? [], account, run))];
          const enter = createControlWork({ account, client, operator, clock, request, shared, signal, onResult });
          const work = enteredWork(deviceIds, enter);
          reservation.release();
          if (request.kind === 'setPosition') await operator.prepare(deviceIds, shared);
          await presentDevices({
            ...reply,
            deviceIds,
            single,
            deviceDeadlineMs: 90_000 + (shared.readBackMs ?? 0),
            work,
            badge: ({ command, locked }) =>
              locked === undefined && command !== 'unlock'
                ? undefined
                : texts(locked ? 'status.locked' : 'status.unlocked'),
          });
          follow();
        } finally {
          countdown.stop();
          turn.end();
          reservation.release();
        }
      },
      close: () => later.close(),
    };
  });
}

/** The values of a message that mean open. */
const openValues: ReadonlySet<unknown> = new Set(['open', 'off', false, 'false', 0, '0']);

/** Identifies what a message opens: the node's own devices, or the one that the message names. */
function openKey(
  { target, device }: { readonly target: string; readonly device: { readonly value: string; readonly source: string } },
  msg: Message,
): string | undefined {
  if (target !== 'value') return target;
  const deviceId = device.source === 'msg' ? msg[device.value as keyof Message] : device.value;
  return typeof deviceId === 'string' ? deviceId : undefined;
}
