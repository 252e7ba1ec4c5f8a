import { defined } from '../../object';
import type { CommandEnd, RequestedCommand, Requester } from './command-entry';
import { serviceKey } from './service-device';

/** Message texts have no length limit; only the first characters are recorded. */
const maxTextLength = 500;
const maxShortTextLength = 200;
const maxChecks = 20;

function truncate(text: string, max = maxTextLength): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The names of the checks, limited in number and length. */
export function truncateCheckNames(names: readonly string[]): string[] {
  return names.slice(0, maxChecks).map((name) => truncate(name, maxShortTextLength));
}

/** A copy with only the recorded fields. */
export function toRecordedCommand(requested: RequestedCommand): RequestedCommand {
  const { service, deviceId, deviceIds, operation, command, secondsUntilReset, change, reason, askedBy } = requested;
  return {
    // Normalized URL without credentials and query string.
    service: truncate(serviceKey(service)),
    ...(deviceId === undefined ? {} : { deviceId: truncate(deviceId, maxShortTextLength) }),
    ...(deviceIds === undefined ? {} : { deviceIds: deviceIds.map((id) => truncate(id, maxShortTextLength)) }),
    operation: truncate(operation, maxShortTextLength),
    ...defined({ command, secondsUntilReset }),
    ...(change === undefined ? {} : { change: truncate(change) }),
    ...(reason === undefined ? {} : { reason: truncate(reason) }),
    askedBy: toRecordedRequester(askedBy),
  };
}

/** A copy of the end of a command with only the recorded fields. */
export function toRecordedEnd({ outcome, error, position }: CommandEnd): CommandEnd {
  return {
    ...(outcome === undefined ? {} : { outcome: truncate(outcome, maxShortTextLength) }),
    ...(error === undefined ? {} : { error: truncate(error, maxShortTextLength) }),
    ...defined({ position }),
  };
}

function toRecordedRequester({ flow, nodeId, nodeName, messageId, user }: Requester): Requester {
  const texts = { flow, nodeId, nodeName, messageId, user };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, truncate(text, maxShortTextLength)]],
    ),
  );
}
