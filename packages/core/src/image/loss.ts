/** Returns a description of the loss in percent. */
export function describeLoss(share: number): string {
  return share < 0.005
    ? "part of its data is missing"
    : `about ${Math.ceil(share * 100)} % of the picture is missing`;
}
