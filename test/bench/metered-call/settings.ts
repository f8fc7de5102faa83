/** A load under which each system is measured. */
export interface Setting {
  name: string;
  clients: number;
  accounts: number;
}

/** The loads. */
export const settings = {
  oneAccount: { name: "64 clients, 1 account", clients: 64, accounts: 1 },
  manyAccounts: { name: "64 clients, 64 accounts", clients: 64, accounts: 64 },
  fewClients: { name: "4 clients, 1 account", clients: 4, accounts: 1 },
  oneClient: { name: "1 client, 1 account", clients: 1, accounts: 1 },
} satisfies Record<string, Setting>;
