// The types of the examples.
import type { contract, Observer, People, Server, World } from 'understudy';

type Names = 'Anna' | 'Bea' | 'Carl' | 'Dan';

export type Stage = People<Names> & {
  server: Server;
  world: World & People<Names>;
  observer: Observer;
  conversation: contract.Conversation;
};
