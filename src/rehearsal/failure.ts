import type { RehearsalFailure, RehearsalFailureKind } from '../admin-api';

type Sentences = {
  readonly [Kind in RehearsalFailureKind]: (failure: Extract<RehearsalFailure, { kind: Kind }>) => string;
};

const sentences: Sentences = {
  memory: ({ megabytes }) => `the flow needs more than ${megabytes} MB`,
  endless: () => 'a node went on without end, and the rehearsal was ended',
  endlessNode: ({ node }) =>
    `a node went on without end, and the rehearsal was ended. The last function that a message came to: ${node}`,
  noNodeRed: ({ folder }) => `there is no Node-RED that can be required from ${folder}`,
  ended: ({ said }) => `the process of the rehearsal ended: ${said}`,
  notStarted: ({ said }) => `the rehearsal could not be started: ${said}`,
  noResult: () => 'the process of the rehearsal ended and gave no reason',
  site: ({ account, said }) => `the site of ${account} could not be read: ${said}`,
};

/** Why there is no result. */
export class RehearsalError extends Error {
  override readonly name = 'RehearsalError';

  /** The message is in English; the failure is what it is made of, for other languages. */
  constructor(readonly failure: RehearsalFailure) {
    super((sentences[failure.kind] as (failure: RehearsalFailure) => string)(failure));
  }
}
