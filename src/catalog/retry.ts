/** What happens to an operation when the way to the service fails. */
export interface RetryPolicy {
  /** Retries after a failure before any byte was sent. */
  readonly beforeSending: number;
  /**
   * After bytes were sent: `retry` sends again, `reconcile` reads what the service did and sends again only if it is
   * seen not to have happened and `retries` allows it, `report` ends with `UNKNOWN_OUTCOME`.
   */
  readonly afterSending: { readonly then: 'retry' | 'reconcile' | 'report'; readonly retries: number };
  /** 429 means not executed: wait as told and send again inside the deadline. */
  readonly tooManyRequests: boolean;
  /** A 429 is about the device that is commanded; about the whole account where this is missing. */
  readonly throttles?: 'device';
  /** Retries after a 503 with an error body of the service. */
  readonly unavailable: number;
  readonly deadlineMs: number;
  /** This status, after an unknown outcome, means that the first request did its work. */
  readonly doneWhen?: 404 | 409;
}

const readDeadlineMs = 60_000;
const writeDeadlineMs = 30_000;
const commandDeadlineMs = 10_000;
/** Inside the deadline, however often. */
const untilDeadline = 100;

function policy<Then extends RetryPolicy['afterSending']['then']>(
  beforeSending: number,
  then: Then,
  retries: number,
  tooManyRequests: boolean,
  unavailable: number,
  deadlineMs = writeDeadlineMs,
) {
  return { beforeSending, afterSending: { then, retries }, tooManyRequests, unavailable, deadlineMs };
}

function deviceCommand(beforeSending: number, retries: number) {
  return { ...policy(beforeSending, 'reconcile', retries, true, 0, commandDeadlineMs), throttles: 'device' } as const;
}

/** The retry table, one row a class of operations. */
export const retryPolicies = {
  token: policy(3, 'retry', 3, true, 3),
  read: policy(3, 'retry', 3, true, 2, readDeadlineMs),
  handleOpen: deviceCommand(untilDeadline, 1),
  handleOpenTimed: deviceCommand(untilDeadline, 0),
  handleCancelTimer: deviceCommand(untilDeadline, 1),
  handleClose: deviceCommand(untilDeadline, 0),
  decommission: policy(0, 'report', 0, false, 0),
  deviceUpdate: policy(2, 'reconcile', 1, true, 1),
  restart: policy(1, 'report', 0, true, 0),
  setting: policy(2, 'retry', 1, true, 0),
  createOnline: policy(1, 'reconcile', 0, true, 0),
  create: policy(1, 'reconcile', 0, true, 1),
  createWebhook: policy(2, 'reconcile', 1, true, 2),
  createUnrepeatable: policy(0, 'report', 0, true, 0),
  batchNow: policy(1, 'reconcile', 0, true, 0, commandDeadlineMs),
  remove: { ...policy(2, 'retry', 1, true, 1), doneWhen: 404 },
  removeWithBody: { ...policy(1, 'retry', 1, true, 1, commandDeadlineMs), doneWhen: 404 },
  evseUpdate: deviceCommand(1, 1),
  rotateSecret: policy(0, 'report', 0, false, 0),
  update: policy(2, 'retry', 1, true, 1),
  deactivate: { ...policy(2, 'retry', 1, true, 1), doneWhen: 409 },
  transition: policy(1, 'reconcile', 0, true, 1),
} as const satisfies Record<string, RetryPolicy>;

export type RetryClass = keyof typeof retryPolicies;
