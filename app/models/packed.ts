declare const packed: unique symbol;

/** The data of a page as one text: with React Router's own, a long page has 1 KB more on a first visit. */
export type Packed<Data> = string & { readonly [packed]: Data };

export const pack = <Data>(data: Data) => swapQuotes(JSON.stringify(data)) as Packed<Data>;

export const unpack = <Data>(text: Packed<Data>): Data => JSON.parse(swapQuotes(text));

/** React Router escapes each double quote twice. */
const swapQuotes = (text: string): string => text.replaceAll(/["']/g, (quote) => (quote === '"' ? "'" : '"'));
