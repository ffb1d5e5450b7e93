import { type AddressInfo, createServer, type Socket } from "node:net";

/** Starts a minimal SMTP server without TLS that records the received text; recipients that contain `refused@` get 550. */
export async function startMailServer() {
  const received: string[] = [];
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    let message: string | undefined;
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      received.push(text);
      if (message !== undefined) {
        message += text;
        if (!message.includes("\r\n.\r\n")) return;
        messages.push(message);
        message = undefined;
        socket.write("250 accepted\r\n");
      } else if (text.startsWith("DATA")) {
        message = "";
        socket.write("354 continue\r\n");
      } else if (text.includes("refused@")) socket.write("550 no such user\r\n");
      else if (text.startsWith("STARTTLS")) socket.write("502 not offered\r\n");
      else if (text.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** All that clients have sent. */
    received: () => received.join(""),
    /** The accepted messages, with their headers. */
    messages: () => messages,
    stop,
  };
}
