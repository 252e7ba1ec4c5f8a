/** Rows that stand together in every dialog that has them: a form names the group where it would name each field. */
export const rowGroups: Readonly<Record<string, readonly string[]>> = {
  targetFields: ['target', 'devices', 'location', 'device'],
  writeFields: ['dryRun', 'readBack', 'readBackSeconds', 'expiry', 'mute'],
};
