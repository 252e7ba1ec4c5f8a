import type { NodeAPI } from 'node-red';
import type { AccountAnswerOf, AccountInputNameOf, AccountRoute } from '../../admin-api';
import { type Account, clockOf, stateTroubleLog, userDirOf } from '..';
import { scheduleMemory } from '../made';
import { sceneMemory } from '../scenes';
import { readBatches, readQuestion } from './batches';
import { readCaptures } from './captures';
import { readChargerState } from './charger-state';
import { readCircuitQuestion, readCircuits } from './circuits';
import { readReferences } from './references';
import type { AdminRequest } from './route';
import { readSite } from './site';
import { readTree } from './site-tree';
import { readTrialQuestion, tryNode } from './trial';
import { readWatchedDay } from './watched-day';

interface ReadAccount {
  readonly account: Account;
  readonly accountId: string;
  /** Whether the account sends commands once it is deployed. */
  readonly isArmed: boolean;
}

type Query<R extends AccountRoute> = Pick<
  AdminRequest<never, AccountInputNameOf<R>>,
  'string' | 'value' | 'texts' | 'language' | 'signal'
>;

/** The table of handlers that read an account: a deployed one and a draft have the same. */
export type AccountReaders = {
  readonly [R in AccountRoute]: (read: ReadAccount, query: Query<R>) => Promise<AccountAnswerOf<R>>;
};

export function accountReaders(RED: NodeAPI): AccountReaders {
  const memory = () => scheduleMemory(userDirOf(RED), stateTroubleLog(RED));
  const scenes = () => sceneMemory(userDirOf(RED), stateTroubleLog(RED));
  return {
    site: ({ account }, { string, texts }) => readSite(account, string('search'), string('hardware'), texts),
    tree: ({ account }, { texts }) => readTree(account, texts),
    references: async ({ account }) => ({ ids: await readReferences(account) }),
    charger: ({ account }, { string }) => readChargerState(account, string('deviceId'), clockOf(RED).now()),
    captures: ({ account }, { string }) => readCaptures(account, string('deviceId'), string('waveformId')),
    'watched-day': ({ account }, { string }) =>
      readWatchedDay(account, clockOf(RED), string('deviceId'), string('measure')),
    circuits: ({ account }, { value }) =>
      readCircuits(account, clockOf(RED), scenes(), readCircuitQuestion(value('question'))),
    batches: async ({ account, accountId }, { value }) =>
      readBatches(account, clockOf(RED), memory(), accountId, readQuestion(value('question'))),
    try: async (read, request) => tryNode(RED, read, readTrialQuestion(request.value('question')), request),
  };
}
