import type { NodeAPI } from 'node-red';
import { chargerModeWords, chargerStateWords } from '../../src/admin-api';
import type { Client } from '../../src/client';
import {
  type CurrentPlan,
  isDryRun,
  nextSequence,
  parseAmperes,
  parseChargerChange,
  readCharger,
} from '../../src/control';
import {
  type Account,
  accountOf,
  chartPoints,
  createUnknownTypesWarning,
  createWords,
  defineNode,
  flatMeter,
  type InputRun,
  invalidInput,
  type Message,
  type MessageContext,
  ownTexts,
  presentDevices,
  resolveTargets,
  resolveValue,
  sendHistory,
  stateTroubleLog,
  targetOf,
  tellingRun,
  userDirOf,
  writeRequestOf,
} from '../../src/runtime';
import { chargerMemory, takeAlarmMessage } from '../../src/runtime/scenes';
import { runChargerAlarm } from './alarm-charger';
import { tellAlarm } from './alarm-words';
import { changeOfForm, paceOfForm, tariffOfForm, windowZonesOf } from './charger-form';
import { flatChargerControl, flatChargerState, presentConfiguration } from './charger-presentation';
import { tellCharger } from './charger-words';
import { fields } from './evse-config.fields';
import type english from './locales/en-US/evse-config.json';
import { createPlanBadge } from './plan-badge';
import { completeSession, latestSession, readPlugSessions, readSessionMeter, sessionNamed } from './plug-sessions';
import { rewriteWindows } from './rewrite-windows';
import { reportSession, sessionQueryOf } from './session-report';
import { noteOf } from './session-words';
import { createWindowKeeper } from './window-keeper';
import { windowMemory } from './window-memory';

type Result = Record<string, unknown>;

/** Reads and changes EV chargers, lets them follow a current, and reports their plug sessions. spec 2.11, 4.7 */
export default function evseConfig(RED: NodeAPI): void {
  defineNode(RED, 'evse-config', fields, ({ node, config, texts, clock, status, started }) => {
    const { action } = config;
    const usesSessionValue = action.startsWith('session') && config.sessionFrom === 'value';
    const pace = paceOfForm(config);
    const ownText = ownTexts<typeof english>(RED, 'evse-config');
    const warnOfUnknownTypes = createUnknownTypesWarning({ node, clock, texts });
    const words = createWords({ texts, now: () => clock.now(), zone: config.wordsZone });
    const teller = { text: ownText, texts, words, nodeName: config.name };
    const memory = chargerMemory(userDirOf(RED), stateTroubleLog(RED));
    const tellOf = (account: Account) => {
      if (!config.words || action === 'sessionMeter') return undefined;
      return action === 'whileAlarm'
        ? tellAlarm(teller, isDryRun(config, account.safety))
        : tellCharger(teller, action);
    };
    const keeper = createWindowKeeper({
      RED,
      node,
      clock,
      memory: windowMemory(userDirOf(RED), stateTroubleLog(RED)),
      zones: windowZonesOf(config),
    });
    const planBadge = createPlanBadge(clock, status, planText);
    const value = (field: 'amperes' | 'changes' | 'session' | 'from' | 'to', msg: Message) =>
      resolveValue(RED, node, config[field], msg);
    /** The time of the service; a simulator's clock can be ahead. */
    const serviceTimeOf = (client: Client) => clock.now() + (client.clockSkewMs() ?? 0);

    async function readAmperes(msg: Message) {
      const parsed = parseAmperes(await value('amperes', msg));
      if ('problems' in parsed) throw invalidInput('no current is given', parsed.problems);
      return parsed.amperes;
    }

    /** Reads the change for the chargers. It is checked before the first request. */
    async function readChange(msg: Message, deviceIds: readonly string[]) {
      if (config.changeFrom === 'form') return keeper.inChargerTime(changeOfForm(config));
      const parsed = parseChargerChange(deviceIds[0] ?? '', await value('changes', msg), config.zeroIsNoLimit);
      if ('problems' in parsed) throw invalidInput('the message holds no change', parsed.problems);
      return parsed.change;
    }

    function shapeMeter(deviceId: string, name: string | undefined, items: Result[]): unknown[] {
      if (config.output === 'record') return items;
      const flat = items.map((item) => flatMeter(item, 'base'));
      return config.output === 'chart'
        ? chartPoints({ deviceId, name }, flat)
        : flat.map((record) => ({ deviceId, ...record }));
    }

    function amperesText(limit: unknown): string {
      return limit === 'no-limit' ? texts('charging.noLimit') : `${limit} A`;
    }

    function planText({ applied, next }: CurrentPlan, seconds: number): string {
      if (next.enabled) return ownText('badge.next', { next: amperesText(next.maxCurrent), seconds });
      return ownText('badge.pause', { now: amperesText(applied.maxCurrent), seconds });
    }

    function badge({ outcome, charging, maxCurrent, state, mode, energyKwh }: Result): string | undefined {
      if (typeof energyKwh === 'number') return `${energyKwh.toFixed(1)} kWh`;
      if (action === 'readState') return state === undefined ? '?' : chargerStateWords(String(state), texts);
      if (action === 'readConfiguration') return mode === undefined ? '?' : chargerModeWords(String(mode), texts);
      const plan = planBadge.text();
      if (plan !== undefined) return plan;
      if (action !== 'setCurrent' || (outcome !== 'confirmed' && outcome !== 'unchanged')) return undefined;
      if (charging !== true) return texts('charging.paused');
      return amperesText(maxCurrent);
    }

    /** Synchronous until the alarm counts, so that alarms keep the order of their messages. */
    async function takeAlarm(msg: Message, account: Account, reply: MessageContext, sequence: number): Promise<void> {
      const { run } = reply;
      const { service } = account.context;
      const dry = isDryRun(config, account.safety);
      const alarm = takeAlarmMessage(memory, { nodeId: node.id, service, isDryRun: dry }, msg);
      if (alarm.do === 'nothing') {
        await alarm.saved;
        status.show('fresh', ownText('badge.alarms', { count: alarm.lasting }));
        return;
      }
      const turn = memory.turns(`${service} ${node.id}`).begin();
      try {
        await runChargerAlarm({
          ...reply,
          operator: await account.charger(),
          memory,
          alarm,
          limit: config.alarmDoes === 'pause' ? 'pause' : (config.alarmCurrent ?? 'pause'),
          request: { ...writeRequestOf(config, { msg, run, started, node }), sequence },
          isDryRun: dry,
          devices: async () => chargersOf(account, await targetOf(RED, node, config, msg), run),
          turn,
          text: ownText,
        });
      } finally {
        turn.end();
      }
    }

    const chargersOf = (
      account: Account,
      target: Parameters<typeof resolveTargets>[1],
      { circuits, namesOf, signal }: InputRun,
    ) =>
      resolveTargets(account, target, {
        maxDevices: config.maxDevices ?? account.safety.maxDevices,
        hardware: 'ev-emcb',
        onUnknownType: (ids) => warnOfUnknownTypes(ids, namesOf),
        circuits,
        signal,
      });

    return {
      close(isRemoved) {
        planBadge.close();
        return keeper.close(isRemoved === true);
      },
      async input(msg, run) {
        // Before the first await, so that the changes keep the order of their messages.
        const sequence = nextSequence();
        const { signal } = run;
        const options = { signal };
        const account = accountOf(RED, config.account);
        const tell = tellOf(account);
        const told = tell === undefined ? run : tellingRun(run, tell);
        const reply = { RED, status: planBadge.status, texts, msg, run: told };
        if (action === 'whileAlarm') {
          await takeAlarm(msg, account, reply, sequence);
          return;
        }
        const client = await account.client();
        const operator = await account.charger();
        const { service } = account.context;
        if (keeper.isOwn(msg)) {
          const request = { ...writeRequestOf(config, { msg, run, started, node }), sequence };
          const named =
            config.target === 'value'
              ? undefined
              : await chargersOf(account, await targetOf(RED, node, config, msg), run);
          await rewriteWindows({ ...reply, node, keeper, operator, service, request, named, text: ownText });
          return;
        }
        const namedSession = usesSessionValue
          ? await completeSession(client, sessionNamed(await value('session', msg)), signal)
          : undefined;
        const target =
          namedSession === undefined
            ? await targetOf(RED, node, config, msg)
            : { kind: 'single' as const, deviceId: namedSession.deviceId };
        const amperes = action === 'setCurrent' ? await readAmperes(msg) : 0;
        const deviceIds = await chargersOf(account, target, run);
        const request = { ...writeRequestOf(config, { msg, run, started, node }), sequence };
        const single = target.kind === 'single';
        const sessionOf = async (deviceId: string) => namedSession ?? latestSession(client, deviceId, signal);

        if (action === 'listSessions' || action === 'sessionMeter') {
          const isList = action === 'listSessions';
          const query = isList
            ? sessionQueryOf(config, await value('from', msg), await value('to', msg), clock.now())
            : {};
          async function* meterOf(deviceId: string) {
            yield* readSessionMeter(client, (await sessionOf(deviceId)).id ?? '', signal);
          }
          await sendHistory({
            ...reply,
            split: config.split,
            pages: deviceIds.map((deviceId) => ({
              deviceId,
              pages: isList ? readPlugSessions(client, { deviceId, ...query }, signal) : meterOf(deviceId),
            })),
            shape: (deviceId, items) => (isList ? items : shapeMeter(deviceId, run.namesOf(deviceId).name, items)),
          });
          return;
        }

        const change = action === 'changeConfiguration' ? await readChange(msg, deviceIds) : {};
        const runAction = async (deviceId: string): Promise<Result> => {
          const path = { deviceId };
          switch (action) {
            case 'readState':
              return flatChargerState(deviceId, (await client.call('evse.state', { path }, options)).data);
            case 'readControl':
              return flatChargerControl(deviceId, (await client.call('evse.control', { path }, options)).data);
            case 'readConfiguration': {
              const view = await readCharger(client, deviceId, signal);
              return presentConfiguration(deviceId, view, { atMs: serviceTimeOf(client), timeZone: config.windowZone });
            }
            case 'changeConfiguration':
              return {
                ...(await keeper.write(service, change, deviceId, () =>
                  operator.change({ ...request, deviceId, change }),
                )),
              };
            case 'setCurrent':
              return {
                ...(await operator.setCurrent({
                  ...request,
                  deviceId,
                  amperes,
                  pace,
                  takeMode: config.takeMode,
                  ...(single ? { onPlan: planBadge.startPlan(run.namesOf(deviceId).name) } : {}),
                })),
              };
            case 'sessionSummary': {
              const session = await sessionOf(deviceId);
              const pricing = {
                tariff: tariffOfForm(config),
                unit: config.energyUnit,
                baseName: texts('charging.baseBand'),
                nowMs: serviceTimeOf(client),
              };
              const report = await reportSession(client, session, pricing, signal);
              return { ...report, ...noteOf(ownText, report), currency: config.currency };
            }
          }
        };
        const maxPaceMs = pace.minIntervalMs + Math.max(pace.resumeAfterMs, pace.pauseAfterMs);
        const waitMs = action === 'setCurrent' ? maxPaceMs : 0;
        await presentDevices({
          ...reply,
          deviceIds,
          single,
          deviceDeadlineMs: 120_000 + waitMs + (request.readBackMs ?? 0),
          work: runAction,
          badge,
        });
      },
    };
  });
}
