/** Where a file of the repository is shown, whatever its branch is called. */
export const sourceAddress = 'https://github.com/breakerflow/node-red-breakers/blob/HEAD/';
/** Where a picture of the repository is loaded from, by npm and the flow library too. */
export const pictureAddress = 'https://raw.githubusercontent.com/breakerflow/node-red-breakers/HEAD/';
