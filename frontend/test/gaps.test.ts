import { expect, test } from "vitest";

import { Gaps } from "../src/gaps";

test("gaps that touch are one, and what is closed is missing no more", () => {
  const gaps = new Gaps();
  gaps.add(0, 10);
  gaps.add(20, 30);
  gaps.add(10, 15);
  expect(gaps.near(5, 100)).toEqual({ from: 0, to: 15 });
  gaps.close(4, 8);
  expect([gaps.near(1, 100), gaps.near(12, 4)]).toEqual([{ from: 0, to: 4 }, { from: 8, to: 15 }]);
  expect([0, 1, 4, 5, 8, 9, 15, 16].map((border) => gaps.hides(border))).toEqual([false, true, true, false, false, true, true, false]);
  gaps.close(0, 30);
  expect(gaps.near(15, 100)).toBe(null);
});

test("only what is near is asked for", () => {
  const gaps = new Gaps();
  gaps.add(100, 900);
  expect([gaps.near(500, 50), gaps.near(80, 30), gaps.near(50, 50), gaps.near(100, 10)]).toEqual([
    { from: 450, to: 550 }, { from: 100, to: 110 }, null, { from: 100, to: 110 },
  ]);
});
