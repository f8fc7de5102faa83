const firstMoment = 0.9;
const secondMoment = 0.98;
const epsilon = 1e-8;

/** Adam (Kingma, Ba 2015) with decoupled weight decay (Loshchilov, Hutter 2019) over one array of parameters. */
export class Adam {
  readonly #gradient: Float32Array;
  readonly #values: Float32Array;
  readonly #mean: Float32Array;
  readonly #variance: Float32Array;
  readonly #decay: number;
  #steps = 0;

  constructor(values: Float32Array, decay: number) {
    this.#values = values;
    this.#decay = decay;
    this.#gradient = new Float32Array(values.length);
    this.#mean = new Float32Array(values.length);
    this.#variance = new Float32Array(values.length);
  }

  add(index: number, gradient: number): void {
    this.#gradient[index] = (this.#gradient[index] ?? 0) + gradient;
  }

  #update(index: number, rate: number, correction: number): void {
    const gradient = this.#gradient[index] ?? 0;
    const mean = firstMoment * (this.#mean[index] ?? 0) + (1 - firstMoment) * gradient;
    const variance = secondMoment * (this.#variance[index] ?? 0) + (1 - secondMoment) * gradient * gradient;
    this.#mean[index] = mean;
    this.#variance[index] = variance;
    this.#gradient[index] = 0;
    const value = this.#values[index] ?? 0;
    this.#values[index] =
      value - rate * ((correction * mean) / (Math.sqrt(variance) + epsilon) + this.#decay * value);
  }

  #correction(): number {
    this.#steps += 1;
    return Math.sqrt(1 - secondMoment ** this.#steps) / (1 - firstMoment ** this.#steps);
  }

  step(rate: number): void {
    const correction = this.#correction();
    for (let index = 0; index < this.#values.length; index++) this.#update(index, rate, correction);
  }

  /** Performs a step for only the parameters that have a gradient. */
  stepSparse(rate: number): void {
    const correction = this.#correction();
    for (let index = 0; index < this.#values.length; index++)
      if (this.#gradient[index] !== 0) this.#update(index, rate, correction);
  }
}
