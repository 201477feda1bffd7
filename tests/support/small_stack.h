#pragma once

#include <functional>

#include <gtest/gtest.h>
#include <pthread.h>

namespace pg::test {

// Runs the body in a thread with a stack of 256 KiB: whatever recurses on a deep term dies there.
inline void on_small_stack(std::function<void()> body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, size_t{256} << 10), 0);
  auto run = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  pthread_t thread;
  const int created = pthread_create(&thread, &attributes, run, &body);
  pthread_attr_destroy(&attributes);
  ASSERT_EQ(created, 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
}

}  // namespace pg::test
