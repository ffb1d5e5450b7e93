/** What Windows refuses in a name, or reads as something else. */
const refused = /[\p{Cc}<>:"/\\|?*]/gu;
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Windows refuses paths of more than 260 characters, Linux names of more than 255 bytes. */
const maxCharacters = 100;
const maxBytes = 200;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns a name that every file system accepts, with its extension. */
export function archiveName(name: string): string {
  const text = name.toWellFormed().normalize("NFC").replace(refused, "_").trimStart().replace(devices, "$1_");
  const extension = /\.[^.]{1,10}$/.exec(text)?.[0] ?? "";
  const characters = [...text.slice(0, text.length - extension.length)].slice(0, maxCharacters);
  while (bytesOf(characters.join("") + extension) > maxBytes) characters.pop();
  return (characters.join("") + extension).replace(/[. ]+$/, "") || "unnamed";
}

/** Two names that differ in case only are one file on Windows and macOS. */
const keyOf = (name: string): string => name.toLowerCase();

/** Returns names for files of one folder: the second of a name is "plans (2).pdf". */
export function archiveNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const free = freeName(archiveName(name), taken);
    taken.add(keyOf(free));
    return free;
  });
}

function freeName(name: string, taken: Set<string>): string {
  const end = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name.slice(0, end)} (${count})${name.slice(end)}`;
    if (!taken.has(keyOf(numbered))) return numbered;
  }
}

/** A permit's number is unique, but may be one with another's once it is made safe. */
export function archiveFolder(permitNumber: string, id: number): string {
  const name = archiveName(permitNumber);
  return name === permitNumber && /^[\w .-]+$/.test(name) ? name : `${name} (permit ${id})`;
}
