import { defined } from '../../object';
import type { CommandEnd, RequestedCommand, Requester } from './command-entry';
import { serviceKey } from './service-device';

/** Texts of messages can be of any length; the record keeps their beginning. */
const maxTextLength = 500;
const maxNameLength = 200;
const maxWords = 20;

function clipped(text: string, max = maxTextLength): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The words of a check, as many and as long as the record keeps. */
export function clippedWords(words: readonly string[]): string[] {
  return words.slice(0, maxWords).map((word) => clipped(word, maxNameLength));
}

/** A copy with only the fields that the record keeps. */
export function clippedCommand(given: RequestedCommand): RequestedCommand {
  const { service, deviceId, deviceIds, operation, command, secondsUntilReset, change, reason, askedBy } = given;
  return {
    // One spelling, without a user, a password or a query that may stand in an address.
    service: clipped(serviceKey(service)),
    ...(deviceId === undefined ? {} : { deviceId: clipped(deviceId, maxNameLength) }),
    ...(deviceIds === undefined ? {} : { deviceIds: deviceIds.map((id) => clipped(id, maxNameLength)) }),
    operation: clipped(operation, maxNameLength),
    ...defined({ command, secondsUntilReset }),
    ...(change === undefined ? {} : { change: clipped(change) }),
    ...(reason === undefined ? {} : { reason: clipped(reason) }),
    askedBy: clippedAskedBy(askedBy),
  };
}

/** A copy of the end of a command with only the fields that the record keeps. */
export function clippedEnd({ outcome, error, position }: CommandEnd): CommandEnd {
  return {
    ...(outcome === undefined ? {} : { outcome: clipped(outcome, maxNameLength) }),
    ...(error === undefined ? {} : { error: clipped(error, maxNameLength) }),
    ...defined({ position }),
  };
}

function clippedAskedBy({ flow, nodeId, nodeName, messageId, user }: Requester): Requester {
  const given = { flow, nodeId, nodeName, messageId, user };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, clipped(text, maxNameLength)]])),
  );
}
