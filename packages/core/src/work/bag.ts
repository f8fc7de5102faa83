/** An object that can be in one bag. */
export interface Bagged {
  /** Its index in the bag; −1 if it is in none. */
  place: number;
}

/**
 * Holds objects that live as long as a call, in no particular order. A `Set` replaces its table each time that as many
 * objects have passed through it as it has room for, and an old table keeps its entries and refers to the next one. As
 * soon as one table is in the old generation, the objects of all calls that follow survive to it.
 */
export class Bag<Member extends Bagged> {
  readonly #members: Member[] = [];

  /** The objects, until the next one is added or removed. */
  get members(): readonly Member[] {
    return this.#members;
  }

  add(member: Member): void {
    member.place = this.#members.length;
    this.#members.push(member);
  }

  /** Removes an object. Returns whether it was in the bag. */
  remove(member: Member): boolean {
    const { place } = member;
    const last = place < 0 ? undefined : this.#members.pop();
    if (!last) return false;
    if (last !== member) {
      this.#members[place] = last;
      last.place = place;
    }
    member.place = -1;
    return true;
  }
}
