import { defined } from '../../object';
import type { CommandEnd, RequestedCommand, Requester } from './command-entry';
import { serviceKey } from './service-device';

/** Texts of messages can be of any length; what the record keeps of one is not. */
const textMax = 500;
const nameMax = 200;
const wordsMax = 20;

function clipped(text: string, max = textMax): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The words of a check, as many and as long as the record keeps. */
export function clippedWords(words: readonly string[]): string[] {
  return words.slice(0, wordsMax).map((word) => clipped(word, nameMax));
}

/** A copy that holds what the record keeps, and nothing else that an object may carry. */
export function clippedCommand(given: RequestedCommand): RequestedCommand {
  const { service, deviceId, deviceIds, operation, command, secondsUntilReset, change, reason, askedBy } = given;
  return {
    // One spelling, without a user, a password or a query that may stand in an address.
    service: clipped(serviceKey(service)),
    ...(deviceId === undefined ? {} : { deviceId: clipped(deviceId, nameMax) }),
    ...(deviceIds === undefined ? {} : { deviceIds: deviceIds.map((id) => clipped(id, nameMax)) }),
    operation: clipped(operation, nameMax),
    ...defined({ command, secondsUntilReset }),
    ...(change === undefined ? {} : { change: clipped(change) }),
    ...(reason === undefined ? {} : { reason: clipped(reason) }),
    askedBy: clippedAskedBy(askedBy),
  };
}

/** The same of how a command ended. */
export function clippedEnd({ outcome, error, position }: CommandEnd): CommandEnd {
  return {
    ...(outcome === undefined ? {} : { outcome: clipped(outcome, nameMax) }),
    ...(error === undefined ? {} : { error: clipped(error, nameMax) }),
    ...defined({ position }),
  };
}

function clippedAskedBy({ flow, nodeId, nodeName, messageId, user }: Requester): Requester {
  const given = { flow, nodeId, nodeName, messageId, user };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => (text === undefined ? [] : [[name, clipped(text, nameMax)]])),
  );
}
