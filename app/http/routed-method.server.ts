const routed = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** A method that the router does not know becomes one that nobody answers: 405, with what the address allows. */
export const routedMethod = (method = ""): string => (routed.includes(method) ? method : "OPTIONS");
