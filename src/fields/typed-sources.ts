/** Where a value that a message may carry can come from. */
export const valueSources = ['msg', 'flow', 'global', 'env', 'jsonata', 'str'] as const;

/** The same for a text that is mostly written in the dialog. */
export const textSources = ['str', 'msg', 'flow', 'global', 'env', 'jsonata'] as const;

/** The same for a number that is mostly written in the dialog. */
export const numberSources = ['num', 'msg', 'flow', 'global', 'env', 'jsonata'] as const;
