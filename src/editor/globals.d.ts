/** The part of Node-RED's editor and its jQuery that the dialogs use. */

interface EditorNode {
  readonly id: string;
  readonly type: string;
  name?: string;
  readonly changed?: boolean;
  readonly _def: { readonly category: string };
  readonly credentials?: Readonly<Record<string, unknown>>;
  _(key: string, params?: Readonly<Record<string, unknown>>): string;
  [property: string]: unknown;
}

interface Query {
  readonly length: number;
  readonly [index: number]: HTMLElement;
  val(): string | null | undefined;
  val(value: unknown): Query;
  on(event: string, handler: (event: { preventDefault(): void }) => void): Query;
  off(event: string): Query;
  trigger(event: string): Query;
  is(selector: string): boolean;
  prop(name: string): unknown;
  prop(name: string, value: unknown): Query;
  toggle(shown: boolean): Query;
  typedInput(options: { default?: string; types: readonly string[]; typeField?: string }): Query;
  typedInput(call: 'width', width: string): Query;
}

declare function $(selector: string | HTMLElement): Query;
declare namespace $ {
  function ajax(options: {
    url: string;
    method: 'GET' | 'POST';
    data?: string;
    contentType?: string;
    dataType?: 'json';
    timeout?: number;
  }): PromiseLike<unknown> & { abort(): void };
}

declare const RED: {
  readonly i18n: { lang(): string };
  _(key: string, params?: Readonly<Record<string, unknown>>): string;
  readonly nodes: {
    node(id: string): EditorNode | null | undefined;
    workspace(id: string): { readonly label?: string } | null | undefined;
    eachConfig(visit: (node: EditorNode) => boolean | undefined): void;
    registerType(type: string, definition: object): void;
  };
};
