/** What happens to an operation when its request fails. */
export interface RetryPolicy {
  /** Retries after a failure before any byte was sent. */
  readonly beforeSending: number;
  /**
   * After bytes were sent: `retry` sends again, `reconcile` reads what the service did and sends again only if it
   * was not executed and `retries` allows it, `report` ends with `UNKNOWN_OUTCOME`.
   */
  readonly afterSending: { readonly then: 'retry' | 'reconcile' | 'report'; readonly retries: number };
  /** 429 means not executed: wait as long as the answer says and send again inside the deadline. */
  readonly tooManyRequests: boolean;
  /** A 429 limits the device of the command; without this, the whole account. */
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
/** More retries than fit into the deadline. */
const untilDeadline = 100;

interface PolicyInput<Then extends RetryPolicy['afterSending']['then']> {
  readonly beforeSending: number;
  readonly afterSending: { readonly then: Then; readonly retries: number };
  readonly tooManyRequests?: boolean;
  readonly unavailable?: number;
  readonly deadlineMs?: number;
}

/** A row with its defaults: it waits after a 429 and ends at a 503. */
function policy<Then extends RetryPolicy['afterSending']['then']>({
  beforeSending,
  afterSending,
  tooManyRequests = true,
  unavailable = 0,
  deadlineMs = writeDeadlineMs,
}: PolicyInput<Then>) {
  return { beforeSending, afterSending, tooManyRequests, unavailable, deadlineMs };
}

function afterSending<const Then extends RetryPolicy['afterSending']['then']>(then: Then, retries: number) {
  return { then, retries };
}

const retry = (retries: number) => afterSending('retry', retries);
const reconcile = (retries: number) => afterSending('reconcile', retries);
const report = afterSending('report', 0);

function deviceCommand(row: { beforeSending: number; afterSending: ReturnType<typeof reconcile> }) {
  return { ...policy({ ...row, deadlineMs: commandDeadlineMs }), throttles: 'device' } as const;
}

/** The retry table: one row for each class of operations. */
export const retryPolicies = {
  token: policy({ beforeSending: 3, afterSending: retry(3), unavailable: 3 }),
  read: policy({ beforeSending: 3, afterSending: retry(3), unavailable: 2, deadlineMs: readDeadlineMs }),
  handleOpen: deviceCommand({ beforeSending: untilDeadline, afterSending: reconcile(1) }),
  handleOpenTimed: deviceCommand({ beforeSending: untilDeadline, afterSending: reconcile(0) }),
  handleCancelTimer: deviceCommand({ beforeSending: untilDeadline, afterSending: reconcile(1) }),
  handleClose: deviceCommand({ beforeSending: untilDeadline, afterSending: reconcile(0) }),
  decommission: policy({ beforeSending: 0, afterSending: report, tooManyRequests: false }),
  deviceUpdate: policy({ beforeSending: 2, afterSending: reconcile(1), unavailable: 1 }),
  restart: policy({ beforeSending: 1, afterSending: report }),
  setting: policy({ beforeSending: 2, afterSending: retry(1) }),
  createOnline: policy({ beforeSending: 1, afterSending: reconcile(0) }),
  create: policy({ beforeSending: 1, afterSending: reconcile(0), unavailable: 1 }),
  createWebhook: policy({ beforeSending: 2, afterSending: reconcile(1), unavailable: 2 }),
  createUnrepeatable: policy({ beforeSending: 0, afterSending: report }),
  batchNow: policy({ beforeSending: 1, afterSending: reconcile(0), deadlineMs: commandDeadlineMs }),
  remove: { ...policy({ beforeSending: 2, afterSending: retry(1), unavailable: 1 }), doneWhen: 404 },
  removeWithBody: {
    ...policy({ beforeSending: 1, afterSending: retry(1), unavailable: 1, deadlineMs: commandDeadlineMs }),
    doneWhen: 404,
  },
  evseUpdate: deviceCommand({ beforeSending: 1, afterSending: reconcile(1) }),
  rotateSecret: policy({ beforeSending: 0, afterSending: report, tooManyRequests: false }),
  update: policy({ beforeSending: 2, afterSending: retry(1), unavailable: 1 }),
  deactivate: { ...policy({ beforeSending: 2, afterSending: retry(1), unavailable: 1 }), doneWhen: 409 },
  transition: policy({ beforeSending: 1, afterSending: reconcile(0), unavailable: 1 }),
} as const satisfies Record<string, RetryPolicy>;

export type RetryClass = keyof typeof retryPolicies;
