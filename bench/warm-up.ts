import type { BenchServer } from "./bench-server";
import { mix } from "./mix";

/** V8 has compiled what runs often after about a thousand pages. */
const rounds = 50;

/** Requests a mix of addresses, so that the first ones that are measured are not slower than the others. */
export async function warmUp(server: BenchServer): Promise<void> {
  const addresses = server.addresses.filter(({ name }) => mix.includes(name));
  for (let round = 0; round < rounds; round += 1) {
    for (const address of addresses) await server.open(address);
  }
}
