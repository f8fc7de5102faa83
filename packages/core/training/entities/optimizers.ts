/** Parameters and the gradients that a step accumulates. The optimizer resets the gradients to 0. */
export interface Trainable {
  values: Float32Array;
  gradient: Float32Array;
}

/** Creates Adam with decoupled weight decay (Kingma, Ba 2015; Loshchilov, Hutter 2019). */
export function createAdam(parameters: readonly Trainable[], decay: number): (rate: number) => void {
  const [firstDecay, secondDecay, least] = [0.9, 0.999, 1e-8];
  const moments = parameters.map(({ values }) => ({
    first: new Float32Array(values.length),
    second: new Float32Array(values.length),
  }));
  let steps = 0;
  return (rate) => {
    steps += 1;
    const firstShare = 1 - firstDecay ** steps;
    const secondShare = 1 - secondDecay ** steps;
    for (const [index, { values, gradient }] of parameters.entries()) {
      const { first, second } = moments[index] ?? { first: values, second: values };
      for (let at = 0; at < values.length; at++) {
        const slope = gradient[at] ?? 0;
        const mean = firstDecay * (first[at] ?? 0) + (1 - firstDecay) * slope;
        const square = secondDecay * (second[at] ?? 0) + (1 - secondDecay) * slope * slope;
        first[at] = mean;
        second[at] = square;
        const value = values[at] ?? 0;
        const change = mean / firstShare / (Math.sqrt(square / secondShare) + least) + decay * value;
        values[at] = value - rate * change;
      }
      gradient.fill(0);
    }
  };
}

/** Performs a step on the touched rows of a table. */
export type Adagrad = (rate: number, touched: ReadonlySet<number>) => void;

/** Creates Adagrad (Duchi, Hazan, Singer 2011) for the rows of a table. */
export function createAdagrad(
  values: Float32Array,
  gradient: Float32Array,
  rowLength: number,
  decay: number,
): Adagrad {
  const squares = new Float32Array(values.length).fill(1e-3);
  return (rate, touched) => {
    for (const row of touched)
      for (let at = row * rowLength; at < (row + 1) * rowLength; at++) {
        const value = values[at] ?? 0;
        const slope = (gradient[at] ?? 0) + decay * value;
        const square = (squares[at] ?? 0) + slope * slope;
        squares[at] = square;
        values[at] = value - (rate * slope) / Math.sqrt(square);
        gradient[at] = 0;
      }
  };
}
