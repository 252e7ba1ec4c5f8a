/** How the sidebar calls a node: by its name, or where it has none by its type as the palette shows it. */
export const nodeName = ({ type, name = '' }: { readonly type: string; readonly name?: string | undefined }): string =>
  name === '' ? type.replaceAll('-', ' ') : name;
