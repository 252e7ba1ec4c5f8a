import type { NodeAPI } from 'node-red';
import type { ListedSubject, ListedWatch, WatchList } from '../../admin-api';
import { serviceKey } from '../../control';
import { defined } from '../../object';
import { problem } from '../../schema';
import { parseSubject, type WatchRow } from '../../watch';
import { type Account, invalidInput, namesOfAccount } from '..';
import { type RunningWatch, runningWatches } from '../watch';
import type { Handler } from './route';

type AcknowledgeRequest = Parameters<Handler<'POST accounts/:id/watches/acknowledge'>>[0];

/** What the watches of the account's service know now; asks nothing of the service. */
export function listWatches(account: Account, RED: NodeAPI): WatchList {
  const nameOf = namesOfAccount(account);
  return {
    watches: watchesOfService(account, RED).map(
      ({ id, name, ...watch }): ListedWatch => ({
        id,
        ...(name === '' ? {} : { name }),
        subjects: watch.run.rows().map((row) => listed(row, watch, nameOf)),
      }),
    ),
  };
}

/** A person has seen the alarms of a device, or of all that a watch watches. */
export function acknowledgeAlarms(account: Account, RED: NodeAPI, { string, texts }: AcknowledgeRequest): WatchList {
  const [id, deviceId] = [string('watch'), string('deviceId')];
  const watch = watchesOfService(account, RED).find((one) => one.id === id);
  if (watch === undefined) throw refused(texts('watches.gone'));
  const isWatched = watch.run.rows().some(({ subject }) => parseSubject(subject).deviceId === deviceId);
  if (deviceId !== '' && !isWatched) throw refused(texts('watches.notWatched'));
  watch.run.acknowledge(deviceId === '' ? undefined : [deviceId]);
  return listWatches(account, RED);
}

function watchesOfService({ context }: Account, RED: NodeAPI): RunningWatch[] {
  const service = serviceKey(context.service);
  return runningWatches(RED).filter(({ account }) => serviceKey(account.context.service) === service);
}

function listed(
  row: WatchRow,
  watch: Pick<RunningWatch, 'run' | 'measure' | 'value' | 'nameOf'>,
  namesOf: ReturnType<typeof namesOfAccount>,
): ListedSubject {
  const { subject, look, value, sinceMs, remainsMs, acknowledged } = row;
  const { deviceId } = parseSubject(subject);
  const { name, serialNumber } = namesOf(deviceId);
  return {
    ...{ deviceId, look, measure: watch.measure(subject), acknowledged: acknowledged === true },
    ...defined({
      name: watch.nameOf(row) ?? name ?? serialNumber,
      value: value === undefined ? undefined : watch.value(subject, value),
      forMs: sinceMs === undefined ? undefined : Math.max(0, watch.run.now() - sinceMs),
      remainsMs,
    }),
  };
}

const refused = (sentence: string) => invalidInput('nothing was done', [problem('', 'state', sentence)]);
