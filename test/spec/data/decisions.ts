/**
 * The table of decisions about what the specification leaves open, typed from it: what is open, how sure we are, and
 * whether a user can change it. `held` names what holds it: holes of the operations, or what is assumed of the service as a
 * whole and of what it sends.
 */
export interface Decision {
  readonly open: string;
  readonly sure: string;
  readonly change: 'setting' | 'option' | '-';
  readonly held: readonly string[];
}

type Row = readonly [open: string, sure: string, change: Decision['change'], held?: readonly string[]];

const rows: readonly Row[] = [
  ['token operation', 'seen', 'setting', ['token operation: path', 'token operation: method']],
  ['token lifetime', 'seen', '-'],
  ['latest meter telemetry', 'seen', 'setting'],
  ['historical meter telemetry', 'guess', 'setting'],
  ['organizations', 'seen', 'setting'],
  [
    'rotate a secret',
    'path seen in documentation, method guess',
    'setting',
    ['rotate a secret: path', 'rotate a secret: method'],
  ],
  ['set waveform configuration', 'guess', 'setting'],
  [
    'set data report rate',
    'guess',
    '-',
    ['set data report rate: body', 'set data report rate: unit', 'set data report rate: answer'],
  ],
  [
    'immediate waveform: which Authorization',
    'seen',
    '-',
    ['immediate waveform: which Authorization', 'immediate waveform: arrays'],
  ],
  ['deactivate an invite code', 'seen for the same conflict on UDP keys', 'setting'],
  ['position values read', 'seen / sibling', '-'],
  ['429 on the handle command', 'seen', 'setting'],
  ['status of a successful command', 'guess', '-'],
  ['operation sent to the wrong hardware type', 'one source', '-'],
  ['EVSE maxCurrent', 'sibling', '-', ['EVSE maxCurrent and maxEnergy']],
  ['EVSE maxEnergy', 'sibling', '-', ['EVSE maxCurrent and maxEnergy']],
  ['EVSE states', 'sibling', '-'],
  ['EVSE modes that can be read, not set', 'sibling', '-'],
  ['EVSE offline modes', 'sibling', '-'],
  ['EVSE error types', 'sibling', '-'],
  ['EVSE configuration read back too early', 'sibling', '-'],
  ['waveform triggers', 'partly seen', '-'],
  ['fast RMS detail record', 'guess', '-'],
  ['stream authCredentials', 'guess', '-'],
  ['SigV4 service name', 'specification', 'setting', ['stream signature']],
  ['answers a stream receiver gives', 'guess', '-', ['stream validation and publish']],
  ['stream status codes', 'guess', '-'],
  ['sun scheduleType', 'guess', 'setting', ['sun scheduleType', 'sun offset']],
  ['batch status transitions', 'from the meanings in section 3', '-'],
  [
    'token kind of the 17 sharing and override operations',
    'guess',
    'setting',
    ['token kind of the sharing and override operations'],
  ],
  ['secondsUntilReset in the body of a handle batch', 'guess', '-', ['secondsUntilReset in a handle batch']],
  [
    'methods of streams.delete, udpKeys.get, ocppChargePoints.delete',
    'specification, with its own doubt',
    'setting',
    ['methods that the samples show otherwise'],
  ],
  ['whether lists echo secrets, headers and credentials', 'guess', '-', ['lists']],
  ['host of page.next', 'guess', '-', ['pages']],
  ['a list without next or page', 'guess', '-', ['pages']],
  ['null and a missing field', 'guess', '-', ['answers']],
  ['arrays of a phase that a device does not have', 'guess', '-', ['waveforms']],
  ['error bodies of the gateway in front', 'guess', '-', ['errors']],
  ['onboarding payload', 'specification', 'setting', ['device onboarding webhook']],
  ['sharing and override payloads', 'guess', '-'],
  ['webhook delivery', 'guess', '-', ['webhook delivery']],
  ['resource types of quotas', 'seen', '-', ['resource types of quotas', 'at most 10 organizations, never deleted']],
  ['location hierarchy', 'seen in documentation', '-'],
  ['user role scope', 'seen', '-'],
  ['UDP keys', 'seen', '-', ['UDP key cap', 'UDP key value']],
  ['units of meter/reading and of deviceData', 'open', 'option'],
  ['unknown channels and keys in pushes', 'seen', '-', ['stream publish']],
];

export const decisions: readonly Decision[] = rows.map(([open, sure, change, held = [open]]) => ({
  open,
  sure,
  change,
  held,
}));
