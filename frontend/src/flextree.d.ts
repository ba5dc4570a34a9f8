declare module "d3-flextree" {
  interface Node<T> {
    data: T;
    x: number;
    y: number;
    parent: Node<T> | null;
    each(callback: (node: Node<T>) => void): void;
  }
  interface Layout<T> {
    (root: Node<T>): Node<T>;
    hierarchy(data: T): Node<T>;
  }
  export function flextree<T>(options: {
    children: (data: T) => T[];
    nodeSize: (node: Node<T>) => [number, number];
  }): Layout<T>;
}
