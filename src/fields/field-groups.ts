/** Fields whose rows always appear together. A form source writes `{{...targetFields}}` instead of one placeholder per field. */
export const fieldGroups: Readonly<Record<string, readonly string[]>> = {
  targetFields: ['target', 'devices', 'location', 'device'],
  writeFields: ['dryRun', 'readBack', 'readBackSeconds', 'expiry', 'mute'],
};
