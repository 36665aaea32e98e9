test:
	cmake --preset test && cmake --build build/test && ctest --test-dir build/test --output-on-failure
