/** What a part of the bench gets. */
export type BenchContext = {
  /**
   * Returns a data folder with this many permits. It belongs to the part alone, which may change it or run a
   * server on it, and is deleted after the part.
   */
  folderOf: (permits: number) => Promise<string>;
  log: (line: string) => void;
  /** How often to repeat a measurement that is compared with others. */
  rounds: number;
};

/** A figure of the summary. `holds` is whether the gate holds, if there is one. */
export type Row = {
  what: string;
  gate?: string;
  aim?: string;
  measured: string;
  peers?: string;
  holds?: boolean;
};

/** What a part measured: a table, and its figures in the summary. */
export type Section = { title: string; columns: string[]; rows: string[][]; summary: Row[] };
