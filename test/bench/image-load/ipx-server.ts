// The peer IPX, serving the images in FOLDER: GET /f_webp,q_80/0.jpg
import { createServer } from "node:http";
import { createIPX, createIPXNodeServer, ipxFSStorage } from "ipx";

const ipx = createIPX({ storage: ipxFSStorage({ dir: process.env["FOLDER"] ?? "." }) });
const server = createServer(createIPXNodeServer(ipx));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`listening on ${typeof address === "object" ? address?.port : ""}`);
});
