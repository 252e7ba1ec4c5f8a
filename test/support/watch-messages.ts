type Message = Readonly<Record<string, unknown>>;

/** Messages as a `circuit-watch` with this node id sends them: its events have increasing numbers. */
export function watchMessages(watch: string, now: () => number) {
  let number = 0;
  return (event: string, deviceId: string, more: Message = {}): Message => {
    number += 1;
    return {
      topic: `Watch: ${deviceId}`,
      payload: 'A sentence.',
      event,
      severity: event === 'alarm' ? 'alarm' : 'info',
      deviceId,
      measure: 'current',
      at: now(),
      id: `${watch}:${number}`,
      ...more,
    };
  };
}
