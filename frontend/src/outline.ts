/** An outline with what the fold and the pictures ask of it. Ids are preorder numbers: a subtree is a range. */

import type { OutlineNode } from "./wire";

export type Engine = "tree" | "machine" | "planner" | "selector";

export class Outline {
  readonly nodes: OutlineNode[];
  readonly children: number[][];
  /** The first id behind a node's subtree. */
  readonly end: number[];
  /** How far from the outermost node each one lies. */
  readonly depth: number[] = [];
  /** The uppermost node of the mind that a node belongs to. */
  readonly owner: number[];

  constructor(nodes: OutlineNode[]) {
    this.nodes = nodes;
    this.children = nodes.map(() => []);
    this.end = nodes.map((node) => node.id + 1);
    this.owner = [];
    for (const node of nodes) {
      this.depth.push(node.parent === null ? 0 : this.depth[node.parent]! + 1);
      if (node.parent !== null) this.children[node.parent]!.push(node.id);
      this.owner.push(this.beginsMind(node) ? node.id : this.owner[node.parent!]!);
    }
    for (let id = nodes.length - 1; id > 0; id--) {
      const parent = nodes[id]!.parent!;
      this.end[parent] = Math.max(this.end[parent]!, this.end[id]!);
    }
  }

  private beginsMind(node: OutlineNode): boolean {
    if (node.parent === null || ["machine", "planner", "tree"].includes(node.kind)) return true;
    const parent = this.nodes[node.parent]!;
    // Trees have selectors of their own, which are no minds.
    return node.kind === "selector" && (parent.kind === "mind" || this.engine(this.owner[node.parent]!) !== "tree");
  }

  engine(root: number): Engine {
    const kind = this.nodes[root]?.kind;
    return kind === "machine" || kind === "planner" || kind === "selector" ? kind : "tree";
  }

  name(id: number | null | undefined): string {
    return id === null || id === undefined ? "nothing" : (this.nodes[id]?.name ?? `node ${id}`);
  }

  /** Children within the same mind. */
  own(id: number): number[] {
    return this.children[id]!.filter((child) => this.owner[child] !== child);
  }

  /** Uppermost nodes of the minds that lie directly inside a node. */
  inner(id: number): number[] {
    return this.children[id]!.filter((child) => this.owner[child] === child);
  }

  /** Uppermost nodes of the minds that lie directly inside the mind of `root`, with the node that holds each. */
  innerMinds(root: number): { root: number; holder: number }[] {
    const found: { root: number; holder: number }[] = [];
    for (let id = root + 1; id < this.end[root]!; id++) {
      const holder = this.nodes[id]!.parent!;
      if (this.owner[id] === id && this.owner[holder] === root) found.push({ root: id, holder });
    }
    return found;
  }
}
