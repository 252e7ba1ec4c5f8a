import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readJson, root } from './install.mjs';

/** Of each code: why it comes, and what to do. Its title is the one that the badge and the Catch node show. */
const codes = {
  INVALID_INPUT: [
    'A value is missing, wrong or out of its bounds, or a node that is needed is missing, disabled or wrongly set. Nothing was sent.',
    '`error.cause.validations` has every field with what is wrong with it. Correct them in the dialog or in the message.',
  ],
  INVALID_ID: [
    'No device goes by this name, serial number or id, several do, or an id has characters that no id has. Nothing was sent.',
    'Pick the device in the dialog, or look up its name in the circuit directory.',
  ],
  WRONG_HARDWARE: [
    'A charger was asked for what only breakers have, or a breaker for what only chargers have.',
    'Choose another device, or another node.',
  ],
  AUTH_FAILED: [
    'The service refuses the API key, the client id or the secret.',
    '*Test connection* in the account says which one. Secrets end after a year, and when they are rotated.',
  ],
  FORBIDDEN: [
    'The credential may not do this.',
    'Some operations need the credential of the application, others that of the organization ([operations](operations.md)); or the role is too small.',
  ],
  NOT_FOUND: [
    'The service knows no such device, location or record for this account.',
    'Was the device replaced, or moved to another organization? Was the record deleted?',
  ],
  CONFLICT: ['What is asked for has happened already, or cannot happen any more.', 'Read how it stands now.'],
  REFUSED: [
    'The service says no to this request.',
    'Its words stand in the message, [the known ones](specification.md#s-7-2) in the specification.',
  ],
  RATE_LIMITED: [
    'The service is asked too often, by anybody with these credentials, or one breaker is commanded too fast.',
    'Wait: `error.cause.retryAfter` has the seconds, where the service says them. Read less often; raise *Between commands*.',
  ],
  RATE_LIMITED_LOCALLY: [
    'This side was too fast: too many messages wait, or a device got too many commands in a short time. It was not sent.',
    'Send less often. `error.cause.retryAfter` has the seconds to wait, where they are known.',
  ],
  DEVICE_OFFLINE: [
    'The device has no connection to the service.',
    'Look at its power and its radio. [circuit watch](nodes/circuit-watch.md) tells when it is back.',
  ],
  NETWORK: [
    'The service was not reached, or the connection broke.',
    'The message says why ([the causes](#the-service-is-not-reached)), `error.cause.address` where.',
  ],
  TIMEOUT: [
    'There was no answer in time.',
    'Look at line and proxy. Of a command look at the device before you send it again.',
  ],
  BAD_RESPONSE: [
    'What answered is not as the service answers: a page of a proxy or a login, a failure of the service, a damaged answer.',
    'Look at the base URL and the proxy; try again later. *Compare with the specification* in the Site sidebar shows differences.',
  ],
  UNEXPECTED_REDIRECT: [
    'The service redirects to another address. That is not followed, because credentials would go with it.',
    'Enter the address itself as base URL, if it is the right one.',
  ],
  PAGE_LIMIT: [
    'The service ended a list before everything that it counts had come.',
    'Ask again, or for a shorter range. What has come is not the whole.',
  ],
  UNKNOWN_OUTCOME: [
    'It was sent, the answer was lost, and what the device reports does not tell whether it was carried out. It is not sent again.',
    'Look at the device before you send anything.',
  ],
  COMMAND_EXPIRED: [
    'The command was older than *Command expires after*, could not be sent in time, or is a retained message of a broker. Nothing was sent.',
    'Send it anew. Do not let a broker retain commands.',
  ],
  BLOCKED_BY_INTERLOCK: [
    'A rule of safety forbids it: a protected device or load, the ceiling *Most devices at once*, a limit of the charger; or a newer command stands against it. Nothing was sent.',
    'The message says which rule ([the words](#a-rule-of-safety-refuses)). Change it in the account if it is wrong.',
  ],
  MUTED: [
    'The flows have just started, and the message may be older than that. Nothing was sent.',
    'Send it again after the seconds of *Held after a start*, or say in `msg.madeAt` when it was made.',
  ],
  LOCKED_OUT: [
    'A person has locked the breaker open. No command closes it.',
    'Unlock it when that person agrees: in the Site sidebar, or with [breaker control](nodes/breaker-control.md).',
  ],
  CONFIRMATION_NEEDED: [
    'It cannot be undone, or it closes what somebody else has opened. Nothing was sent.',
    'Look at the circuit first. Then send it with `msg.confirm`, whose value the message says.',
  ],
  CLOSED: [
    'The node or its account ended: a deploy, or a stop of Node-RED.',
    'Look at the device. Nothing is sent again by itself.',
  ],
};

/** The rules that keep a node from starting, although its own fields may be right. */
const startProblems = [
  'nodeMissing',
  'nodeDisabled',
  'nodeWrong',
  'exampleReference',
  'credentialsLost',
  'newerVersion',
  'noHttpNodes',
  'publicUrlPlaceholder',
  'noCertificate',
  'badCertificate',
];

/** docs/errors.md: every code of an error, every cause of the network, every refusal of a node or receiver, in the words that are shown. */
export function errorPage(outDir) {
  const { ClientError } = createRequire(import.meta.url)(join(outDir, 'src', 'client'));
  const texts = readJson(`${root}nodes/breaker-account/locales/en-US/breaker-account.json`).breakerflow;
  const { withReason: _, ...unreachable } = texts.unreachable;
  const titles = Object.entries(texts.error).filter(([code]) => /^[A-Z_]+$/.test(code));
  const missing = titles.filter(([code]) => codes[code] === undefined);
  if (missing.length > 0) throw new Error(`scripts/error-page.mjs says nothing of ${missing.map(([code]) => code)}`);
  return `${[
    '# Errors',
    'What one sees, why, and what to do. Generated from the texts of the nodes by `npm run reference`; do not edit.',
    '## At a Catch node',
    '`error.code` stays the same in every version and language; the badge of the node shows the title. `error.cause` has the fields of [the specification](specification.md#s-7-1) and what the client knows: `operation`, `deviceId`, `statusCode`, `validations`, `retryable`, `retryAfter`, `address`. *Again* says whether the same may work later; the client has retried by then what can be retried ([retry classes](reference.md#retry-classes)).',
    table(
      ['Code', 'Title', 'Why', 'What to do', 'Again'],
      titles.map(([code, title]) => [
        `\`${code}\``,
        title,
        ...codes[code],
        new ClientError(code, '').cause.retryable ? 'yes' : '',
      ]),
    ),
    'Any other error has the code `INTERNAL`: a fault of these nodes. Please report it with its stack.',
    '## By the status of the answer',
    'What the status of an answer with an error of the service becomes. Without such an error in its body, a status of 500 and above is the gateway’s.',
    table(['Status', 'Code'], statusRows(outDir)),
    '## A rule of safety refuses',
    list(leavesOf(texts.operate.why)),
    '## The service is not reached',
    '*Test connection* in the dialog of the account says what to do about each.',
    list(leavesOf(unreachable)),
    '## A node does not start',
    `Its badge is red and says "${texts.status.misconfigured}". The debug sidebar and the log of Node-RED have the reason, and each message to the node ends with it at a Catch node: the label of a field, and one of these or another rule of the dialog.`,
    list(startProblems.map((rule) => texts.problem[rule])),
    '## Something cannot be kept on the disk',
    list(leavesOf({ file: texts.stateFile, stores: texts.stores })),
    '## A receiver refuses a request',
    'The badge and the dialog of [stream receiver](nodes/stream-receiver.md) and [webhook in](nodes/webhook-in.md) count what they refuse, with the reason.',
    table(
      ['Check', 'Reason', 'What it means, what to do'],
      Object.entries(texts.refusal).flatMap(([check, reasons]) =>
        Object.entries(reasons).map(([reason, text]) => [`\`${check}\``, `\`${reason}\``, shown(text)]),
      ),
    ),
  ].join('\n\n')}\n`;
}

/** The code that each status becomes, in the words of the client itself. */
function statusRows(outDir) {
  const require = createRequire(import.meta.url);
  const { outcomeOf } = require(join(outDir, 'src', 'client', 'outcome.js'));
  const { rowOf } = require(join(outDir, 'src', 'catalog'));
  const text = JSON.stringify({ error: { message: '', validations: [] } });
  const codeOf = (statusCode, operation) => {
    const exchange = { kind: 'answer', statusCode, headers: {}, text };
    const received = { receivedAt: 0, receivedAtMs: 0 };
    return `\`${outcomeOf({ row: rowOf(operation) }, exchange, received, { at: () => 0 }).failed.code}\``;
  };
  return [
    ...[302, 400, 401, 403, 404, 409, 418, 429, 500].map((status) => [`${status}`, codeOf(status, 'devices.get')]),
    ['503, where the device takes part', codeOf(503, 'devices.decommission')],
    ['503, otherwise', codeOf(503, 'devices.get')],
  ];
}

const leavesOf = (texts) =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : leavesOf(text)));

const list = (texts) => texts.map((text) => `- ${shown(text)}`).join('\n');

/** The parameters of a text, as a reader sees that something stands in their place. */
const shown = (text) => text.replaceAll(/__(\w+)__/g, '*$1*').replaceAll('<', '&lt;');

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
