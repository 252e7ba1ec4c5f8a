/** The sources of a value that usually comes from a message. */
export const valueSources = ['msg', 'flow', 'global', 'env', 'jsonata', 'str'] as const;

/** The sources of a text that is usually entered in the dialog. */
export const textSources = ['str', 'msg', 'flow', 'global', 'env', 'jsonata'] as const;

/** The sources of a number that is usually entered in the dialog. */
export const numberSources = ['num', 'msg', 'flow', 'global', 'env', 'jsonata'] as const;
